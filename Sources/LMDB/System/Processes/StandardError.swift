internal import CLMDB
internal import Glibc

/// Writes a text to standard error; what cannot be written at once is lost.
///
/// It neither waits for whoever reads there, nor ends the process if nobody does any more.
package func writeStandardError(_ text: String) {
  var place = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
  guard unsafe poll(&place, 1, 0) == 1, Int32(place.revents) & POLLOUT != 0 else { return }
  var (broken, before, waiting) = (sigset_t(), sigset_t(), sigset_t())
  unsafe sigemptyset(&broken)
  unsafe sigaddset(&broken, SIGPIPE)
  unsafe pthread_sigmask(SIG_BLOCK, &broken, &before)
  unsafe sigpending(&waiting)
  let wasWaiting = unsafe sigismember(&waiting, SIGPIPE) == 1
  var text = text
  let count = text.withUTF8 { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  if count < 0, errno == EPIPE, !wasWaiting {
    var noTime = timespec()
    unsafe sigtimedwait(&broken, nil, &noTime)
  }
  unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
}
