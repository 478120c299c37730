"""Which addresses are on the public Internet."""

from __future__ import annotations

import pytest

from urlglean.check.network.connections import is_public

PUBLIC = """
8.8.8.8 1.1.1.1 93.184.215.14 172.15.255.255 172.32.0.1 100.63.255.255 100.128.0.1 223.255.255.255
2606:4700::1111 2001:4860:4860::8888 ::ffff:8.8.8.8 ::8.8.8.8 64:ff9b::808:808 2002:808:808::1
2001:0:4136:e378:8000:63bf:f7f7:f7f7
"""
NOT_PUBLIC = """
0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1
192.0.0.1 192.0.0.8 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250
240.0.0.1 255.255.255.255
:: ::1 fe80::1 fe80::1%eth0 fec0::1 fc00::1 fd12:3456::1 ff02::1 ff0e::1 100::1 2001:db8::1 3fff::1 4000::1
::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:7f00:1 ::127.0.0.1 ::ffff:0:127.0.0.1
64:ff9b::7f00:1 64:ff9b::10.0.0.1 64:ff9b:1::1 64:ff9b:1::8.8.8.8 2002:7f00:1:: 2002:a00:1::1 2002:c0a8:101::1
2001:0:4136:e378:8000:63bf:80ff:fffe 2001:0:7f00:1:0:0:f7f7:f7f7 2606:4700::5efe:10.0.0.1 2606:4700::200:5efe:127.0.0.1
localhost 2130706433 0x7f000001 127.1 1.2.3 256.1.1.1 example.com x
"""


@pytest.mark.parametrize("address", PUBLIC.split())
def test_a_public_address(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("address", [*NOT_PUBLIC.split(), "", " 8.8.8.8", "8.8.8.8\n"])
def test_an_address_that_is_none_of_these(address: str) -> None:
    assert not is_public(address)
