"""Places on the loopback that are not this machine's files: HDFS by its REST interface, S3."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit
from xml.etree import ElementTree as ET

from support.web_server import Asked, Handler, Writer, in_ranges, respond, serving

__all__ = ["hdfs", "s3"]


@contextmanager
def hdfs(files: Mapping[str, bytes], sent: list[int]) -> Iterator[str]:
    """Serve files by WebHDFS, by their paths (``/folder/name``); give the URL of its root.

    It answers GETFILESTATUS, LISTSTATUS and OPEN, which sends elsewhere with what was asked for, as a name
    node does; ``sent`` is told how much of a file was asked for each time.
    """
    folders = {
        "/".join(path.split("/")[:depth]) or "/" for path in files for depth in range(1, path.count("/") + 1)
    }
    handler = _name_node(files, folders, sent)
    routes = {
        quote(f"/webhdfs/v1{path}", safe="/="): handler for path in {*files, *folders, *_slashed(folders)}
    }
    with serving(routes) as site:
        yield f"webhdfs://127.0.0.1:{site.port}"


def _slashed(folders: set[str]) -> set[str]:
    return {f"{folder.rstrip('/')}/" for folder in folders}


def _name_node(files: Mapping[str, bytes], folders: set[str], sent: list[int]) -> Handler:
    def status(path: str, name: str) -> dict[str, Any]:
        kind = "FILE" if path in files else "DIRECTORY"
        return {"pathSuffix": name, "type": kind, "length": len(files.get(path, b"")), "modificationTime": 0}

    async def handle(asked: Asked, out: Writer) -> None:
        parts = urlsplit(asked.path)
        path = unquote(parts.path).removeprefix("/webhdfs/v1").rstrip("/") or "/"
        query = _query(asked)
        answer: dict[str, Any]
        if query["op"] == "GETFILESTATUS":
            answer = {"FileStatus": status(path, "")}
        elif query["op"] == "LISTSTATUS":
            below = sorted(other for other in {*files, *folders} if other != "/" and _parent(other) == path)
            answer = {"FileStatuses": {"FileStatus": [status(one, one.rpartition("/")[2]) for one in below]}}
        elif "datanode" not in query:
            where = f"http://{asked.headers['host']}{asked.path}&datanode=1"
            return await respond(307, Location=where)(asked, out)
        else:
            start, length = int(query["offset"]), int(query["length"])
            sent.append(length)
            return await respond(200, files[path][start : start + length])(asked, out)
        return await respond(200, json.dumps(answer), Content_Type="application/json")(asked, out)

    return handle


def _query(asked: Asked) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(asked.path).query).items()}


def _parent(path: str) -> str:
    return path.rpartition("/")[0] or "/"


@contextmanager
def s3(files: Mapping[str, bytes], config: Path, sent: list[int]) -> Iterator[str]:
    """Serve files from a bucket of S3, by their keys behind its name; give its URL.

    It answers ListObjectsV2, HeadObject and GetObject; ``sent`` is told how much of a file was asked for each time.
    ``config`` is where its clients look for its address.
    """
    routes = {quote(f"/bucket{path}", safe="/"): in_ranges(content, sent) for path, content in files.items()}
    with serving(routes | {"/bucket": _bucket(files)}) as site:
        told = {"endpoint_url": site.url(""), "region": "us-east-1"}
        told |= {"aws_access_key_id": "known", "aws_secret_access_key": "to-all"}
        config.write_text("\n".join(["[default]", *(f"{name} = {value}" for name, value in told.items())]))
        try:
            yield "s3://bucket"
        finally:
            config.unlink()


def _bucket(files: Mapping[str, bytes]) -> Handler:
    async def handle(asked: Asked, out: Writer) -> None:
        query = _query(asked)
        prefix, delimiter = query.get("prefix", ""), query.get("delimiter")
        listed = ET.Element("ListBucketResult")
        for name, said in {"EncodingType": "url", "IsTruncated": "false", "Prefix": prefix}.items():
            ET.SubElement(listed, name).text = said
        below = sorted(path[1:] for path in files if path[1:].startswith(prefix))
        for folder in {prefix + key.removeprefix(prefix).partition("/")[0] for key in below if delimiter}:
            if folder not in below:
                ET.SubElement(ET.SubElement(listed, "CommonPrefixes"), "Prefix").text = quote(f"{folder}/")
        for key in below:
            if not delimiter or delimiter not in key.removeprefix(prefix):
                entry = ET.SubElement(listed, "Contents")
                ET.SubElement(entry, "Key").text = quote(key)
                ET.SubElement(entry, "Size").text = str(len(files[f"/{key}"]))
                ET.SubElement(entry, "LastModified").text = "2001-02-03T04:05:06.000Z"
        await respond(200, ET.tostring(listed), Content_Type="application/xml")(asked, out)

    return handle
