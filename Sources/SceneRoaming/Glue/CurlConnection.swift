#if Roaming
  internal import CCurl
  import LMDB

  /// A connection that is kept between requests; after a failure the next one is new.
  @safe final class CurlConnection: ClusterConnection {
    private var handle: UnsafeMutableRawPointer?
    /// What waits, for the answer and for a bell alike.
    private var many: UnsafeMutableRawPointer?
    private var headers: UnsafeMutablePointer<curl_slist>?
    private let credentials: Roaming.Credentials

    init(_ credentials: Roaming.Credentials) {
      // Done once, whoever is first: a global of Swift is made under a lock.
      _ = Self.isSetUp
      self.credentials = credentials
      setHeaders(token: nil)
    }

    var token: String? {
      didSet { if token != oldValue { setHeaders(token: token) } }
    }

    private func setHeaders(token: String?) {
      unsafe curl_slist_free_all(headers)
      // libcurl would wait a second for leave to send a large body, and the watch needs a leader.
      let none = unsafe curl_slist_append(nil, "Expect:")
      unsafe headers = curl_slist_append(none, "Grpc-Metadata-hasleader: true")
      guard let token else { return }
      unsafe headers = curl_slist_append(headers, "Authorization: \(token)")
    }

    /// What libcurl says of the last request in more words.
    private let details = UnsafeMutableBufferPointer<CChar>.allocate(
      capacity: Int(CURL_ERROR_SIZE))

    /// What the other side said of a certificate.
    private var alert: String? {
      let text = unsafe String(
        decoding: details.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard let start = text.firstRange(of: "alert ")?.upperBound else { return nil }
      return String(text[start...].prefix { $0 != "," })
    }

    deinit {
      unsafe details.deallocate()
      end()
      unsafe curl_slist_free_all(headers)
    }

    private static let isSetUp = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    func post(_ address: String, _ body: [UInt8], timeout: Int) -> ClusterOutcome {
      let answer = Answer(nil)
      let code = ask(address, body, timeout, nil, answer)
      guard code == CURLE_OK, let handle = unsafe handle else {
        let words = unsafe String(cString: curl_easy_strerror(code))
        // A member that misses a certificate says so when the first request has left.
        if let alert = alert { return .notTrusted(words: alert) }
        if code == CURLE_COULDNT_CONNECT || code == CURLE_COULDNT_RESOLVE_HOST {
          return .notConnected(words: words)
        }
        return Self.codesOfTrust.contains(code.rawValue)
          ? .notTrusted(words: words) : .failed(words: words)
      }
      var status = 0
      _ = unsafe scene_curl_status(handle, &status)
      return .answered(status: status, body: answer.bytes)
    }

    func follow(
      _ address: String, _ body: [UInt8], until bell: Bell, take: @escaping ([UInt8]) -> Bool
    ) {
      // How it ended says the next request.
      _ = ask(address, body, 0, bell, Answer(take))
    }

    private func ask(
      _ address: String, _ body: [UInt8], _ timeout: Int, _ bell: Bell?, _ answer: Answer
    ) -> CURLcode {
      let code = unsafe body.withUnsafeBytes { bytes -> CURLcode in
        let code = unsafe prepare(
          address, bytes.bindMemory(to: CChar.self), timeout,
          Unmanaged.passUnretained(answer).toOpaque())
        return code == CURLE_OK ? perform(until: bell) : code
      }
      if code != CURLE_OK { end() }
      return code
    }

    /// What libcurl says of certificates that are missing, unknown, over or not readable.
    private static let codesOfTrust = Set(
      [
        CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_PEER_FAILED_VERIFICATION,
        CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CLIENTCERT,
      ].map(\.rawValue))

    private func prepare(
      _ address: String, _ body: UnsafeBufferPointer<CChar>, _ timeout: Int,
      _ answer: UnsafeMutableRawPointer
    ) -> CURLcode {
      if unsafe handle == nil { unsafe (handle, many) = (curl_easy_init(), curl_multi_init()) }
      guard let handle = unsafe handle else { return CURLE_OUT_OF_MEMORY }
      let files: [(CURLoption, String?)] = [
        (CURLOPT_CAINFO, credentials.ca), (CURLOPT_SSLCERT, credentials.certificate),
        (CURLOPT_SSLKEY, credentials.key),
      ]
      unsafe details.initialize(repeating: 0)
      let settings: [() -> CURLcode] = [
        { unsafe scene_curl_text(handle, CURLOPT_ERRORBUFFER, self.details.baseAddress) },
        { unsafe scene_curl_text(handle, CURLOPT_URL, address) },
        { unsafe scene_curl_text(handle, CURLOPT_PROTOCOLS_STR, "http,https") },
        // No proxy of the environment: what is said to this machine stays on it.
        { unsafe scene_curl_text(handle, CURLOPT_NOPROXY, "*") },
        { unsafe scene_curl_number(handle, CURLOPT_NOSIGNAL, 1) },
        { unsafe scene_curl_number(handle, CURLOPT_TCP_KEEPALIVE, 1) },
        { unsafe scene_curl_number(handle, CURLOPT_TCP_KEEPIDLE, 10) },
        { unsafe scene_curl_number(handle, CURLOPT_TCP_KEEPINTVL, 5) },
        { unsafe scene_curl_number(handle, CURLOPT_TIMEOUT_MS, timeout) },
        { unsafe scene_curl_number(handle, CURLOPT_CONNECTTIMEOUT_MS, 1000) },
        { unsafe scene_curl_list(handle, CURLOPT_HTTPHEADER, self.headers) },
        { unsafe scene_curl_body(handle, body.baseAddress, body.count) },
        { unsafe scene_curl_answer(handle, takeBytes, answer) },
      ]
      for case (let option, let file?) in files {
        let code = unsafe scene_curl_text(handle, option, file)
        guard code == CURLE_OK else { return code }
      }
      for setting in settings {
        let code = setting()
        guard code == CURLE_OK else { return code }
      }
      return CURLE_OK
    }

    /// Waits for the answer; a bell ends that as a callback would.
    private func perform(until bell: Bell?) -> CURLcode {
      guard let handle = unsafe handle, let many = unsafe many,
        unsafe curl_multi_add_handle(many, handle) == CURLM_OK
      else { return CURLE_OUT_OF_MEMORY }
      defer { _ = unsafe curl_multi_remove_handle(many, handle) }
      let place = bell.map {
        curl_waitfd(fd: $0.descriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0)
      }
      while true {
        var running: Int32 = 0
        guard unsafe curl_multi_perform(many, &running) == CURLM_OK else {
          return CURLE_FAILED_INIT
        }
        if running == 0 { break }
        // libcurl comes back earlier where it has times of its own to keep.
        var places = place.map { [$0] } ?? []
        guard
          unsafe curl_multi_poll(many, &places, UInt32(places.count), 3_600_000, nil) == CURLM_OK
        else { return CURLE_FAILED_INIT }
        if let place = places.first, place.revents != 0 {
          bell?.hush()
          return CURLE_ABORTED_BY_CALLBACK
        }
      }
      var left: Int32 = 0
      guard let message = unsafe curl_multi_info_read(many, &left) else { return CURLE_FAILED_INIT }
      return unsafe message.pointee.data.result
    }

    private func end() {
      if let handle = unsafe handle { unsafe curl_easy_cleanup(handle) }
      if let many = unsafe many { _ = unsafe curl_multi_cleanup(many) }
      unsafe (handle, many) = (nil, nil)
    }
  }

  /// Where the bytes of one answer gather.
  private final class Answer {
    private(set) var bytes: [UInt8] = []
    private let onBytes: (([UInt8]) -> Bool)?

    init(_ onBytes: (([UInt8]) -> Bool)?) { self.onBytes = onBytes }

    /// Whether more is wanted.
    func take(_ piece: UnsafeRawBufferPointer) -> Bool {
      guard let onBytes else {
        unsafe bytes.append(contentsOf: piece)
        return true
      }
      return onBytes(unsafe [UInt8](piece))
    }
  }

  private func takeBytes(
    _ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?
  ) -> Int {
    guard let context = unsafe context else { return 0 }
    let answer = unsafe Unmanaged<Answer>.fromOpaque(context).takeUnretainedValue()
    let piece = unsafe UnsafeRawBufferPointer(start: data, count: size * count)
    return unsafe answer.take(piece) ? size * count : 0
  }
#endif
