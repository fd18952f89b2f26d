/// The frame of every page: it asks nobody for anything, and runs only what is its own.
enum HTMLPage {
  /// The text of the file; its body is escaped, its title is not.
  static func text(title: String, style: String, script: String? = nil, body: String) -> String {
    var policy = "default-src 'none'; style-src 'sha256-\(SHA256.base64(of: style))'"
    if let script { policy += "; script-src 'sha256-\(SHA256.base64(of: script))'" }
    policy += "; base-uri 'none'; form-action 'none'"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(HTMLText.content(title))</title>
      <style>\(style)</style>
      </head>
      <body>
      \(body)\(script.map { "<script>\($0)</script>\n" } ?? "")</body>
      </html>

      """
  }
}
