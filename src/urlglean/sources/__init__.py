"""The readers: each turns a Document of one media type into Candidates, child Documents, base claims and problems."""
