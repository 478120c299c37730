"""Find the URLs in prose, e-mail and HTML: exactly delimited, resolved, each once, with every place it was found."""
