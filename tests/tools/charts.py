# charts.py: what hunch trace saw as pictures: sound files that hold what was seen, whole or not at all.
# SPDX-License-Identifier: LGPL-2.1-or-later
import os
import stat
import struct
import threading
import xml.etree.ElementTree
import zlib

import cli
from cli import equal, hunch, ok, refuses

TINY = os.path.join(cli.FIXTURES, 'gguf', 'valid_llama.gguf')
LAYERS = 2


def draw(folder, *words):
    """The SVG's elements and the PNG's size."""
    svg, png = os.path.join(folder, 'a.svg'), os.path.join(folder, 'a.png')
    p = hunch('trace', '-m', TINY, '--exact', '--svg', svg, '--png', png, *words)
    ok(p.returncode == 0 and b'Tokens' in p.stdout, 'charts beside the table: ' + ascii(words), p)
    with open(png, 'rb') as file:
        data = file.read()
    length, = struct.unpack('>I', data[8:12])
    header = data[12:16 + length]
    equal((data[:8], header[:4], zlib.crc32(header)), (b'\x89PNG\r\n\x1a\n', b'IHDR', struct.unpack('>I', data[16 + length:20 + length])[0]),
          'a sound PNG')
    return xml.etree.ElementTree.parse(svg), struct.unpack('>II', data[16:24])


def pipes_and_links(folder):
    """A name may lead elsewhere: nothing takes the place of a link, a pipe or a device."""
    svg, link, pipe = (os.path.join(folder, name) for name in ('a.svg', 'link.svg', 'pipe'))
    with open(svg, 'rb') as file:
        before = file.read()
    os.symlink(svg, link)
    p = hunch('trace', '-m', TINY, '--svg', link, 'Hello there')
    with open(svg, 'rb') as file:
        ok(p.returncode == 0 and os.path.islink(link) and file.read() != before, 'a link is gone through, and stays', p)
    os.mkfifo(pipe)
    said = []
    reader = threading.Thread(target=lambda: said.append(open(pipe, 'rb').read()), daemon=True)
    reader.start()
    p = hunch('trace', '-m', TINY, '--svg', pipe, 'Hello')
    reader.join(60)
    ok(p.returncode == 0 and said and said[0].endswith(b'</svg>\n') and stat.S_ISFIFO(os.stat(pipe).st_mode), 'a pipe is written to, and stays', p)
    refuses(hunch('trace', '-m', TINY, '--npz', pipe, 'x'), 1, 'pipe cannot be written: it is not a regular file', 'tensors in no order', 'loading')
    ok(stat.S_ISFIFO(os.stat(pipe).st_mode), 'and the pipe is still there')


def lines(svg):
    """Lines of the charts: corners each. What is filled is closed, and axes have two ends."""
    all_paths = [e.get('d') for e in svg.iter('{http://www.w3.org/2000/svg}path')]
    return [d.count('L') + 1 for d in all_paths if d.count('L') > 1 and 'Z' not in d and 'C' not in d]


with cli.scratch() as folder:
    p = hunch('trace', '-m', TINY, '--svg', os.path.join(folder, 'a.svg'), 'Hello')
    if b'without cairo' in p.stderr:
        refuses(p, 1, 'libpango1.0-dev', 'a build without cairo says how to get one', 'loading')
        equal(os.listdir(folder), [], 'and leaves nothing')
        cli.skip('charts', 'built without cairo')
        cli.end()
        raise SystemExit
    lens, (width, height) = draw(folder, 'Hello')
    equal(lines(lens), [LAYERS + 1] * 2, 'rank and probability, a point for each layer')
    equal(width, 1800, 'twice as many dots as points')
    more, (_, taller) = draw(folder, '--attribute', '--attention', '1.0', '--patch', 'Hallo', 'Hello')
    ok(taller > height, 'each chart below the other', height, taller)
    n = len(list(more.iter())) - len(list(lens.iter()))
    ok(n > 100, 'attention, contributions and patching are there too', n)
    again, _ = draw(folder, 'Hello')
    equal(xml.etree.ElementTree.tostring(again.getroot()), xml.etree.ElementTree.tostring(lens.getroot()), 'the same again')
    draw(folder, 'two\nlines \x01<&"\u202e \u05d0\u05d1')
    refuses(hunch('trace', '-m', TINY, '--png', os.path.join(folder, 'no', 'a.png'), 'x'), 1, 'a.png', 'a folder that is not there', 'loading')
    equal(sorted(os.listdir(folder)), ['a.png', 'a.svg'], 'failures leave nothing behind')
    pipes_and_links(folder)
cli.end()
