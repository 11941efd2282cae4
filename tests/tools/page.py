# page.py: hunch trace --html: one file that holds all it needs, whatever the text is; its data, and what a browser makes of it.
# SPDX-License-Identifier: LGPL-2.1-or-later
import base64
import html.parser
import json
import os
import re
import shutil
import struct
import subprocess
import zipfile

import cli
from cli import equal, hunch, ok, refuses

TINY = os.path.join(cli.FIXTURES, 'gguf', 'valid_llama.gguf')
HOSTILE = '</script><b>"\'\\&lt;{{js}}<!--'
RUNS = '</script><img src=x onerror="document.title=\'taken\'">'
STRANGE = b'\x01\x7f\xff\xc3(\xe2\x80\xae\xd7\x90\xd7\x91 \xe4\xb8\xad\xe2\x80\xa8\n\t{token}'


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.tags, self.inside, self.text = [], None, {}
        with open(path, encoding='utf-8') as file:
            self.source = file.read()
        self.feed(self.source)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, tuple(attributes)))
        self.inside = dict(attributes).get('id') or tag if tag in ('script', 'style') else None

    def handle_endtag(self, tag):
        self.inside = None

    def handle_data(self, data):
        if self.inside:
            self.text[self.inside] = self.text.get(self.inside, '') + data


def page(folder, *words, name, model=TINY, stdin=b''):
    path = os.path.join(folder, 'page.html')
    p = hunch('trace', '-m', model, '--exact', '--html', path, *words, stdin=stdin)
    ok(p.returncode == 0, f'a page: {name}', p)
    made = Page(path)
    return made, json.loads(made.text['data'])


def same_heads(folder, data, shape, scores):
    """The page's byte of each weight, against the tensors of --npz."""
    n, heads = data['heads']['n'], data['heads']
    weights = base64.b64decode(heads['weights'])
    triangle = n * (n + 1) // 2
    worst = 0
    for layer, values in enumerate(scores):
        for head in range(heads['n_head']):
            for i in range(n):
                for j in range(i + 1):
                    byte = weights[(layer * heads['n_head'] + head) * triangle + i * (i + 1) // 2 + j]
                    worst = max(worst, abs(byte / 255 - values[((heads['first'] + i) * shape[1] + head) * shape[2] + heads['first'] + j]))
    ok(len(weights) == triangle * heads['n_head'] * heads['n_layer'] and worst <= 0.5 / 255 + 1e-6, 'attention to the nearest 1/255', worst)


def browse(path):
    """The document after its script has run."""
    with cli.scratch() as profile:
        p = subprocess.run([CHROMIUM, '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', f'--user-data-dir={profile}',
                            '--virtual-time-budget=4000', '--dump-dom', 'file://' + path], capture_output=True, timeout=300,
                           env={**os.environ, 'HOME': profile})
    return p.stdout.decode(errors='replace')


with cli.scratch() as folder:
    npz = os.path.join(folder, 'a.npz')
    plain, data = page(folder, '--npz', npz, '--points', 'scores', 'Hello', name='plain')
    said = json.loads(hunch('trace', '-m', TINY, '--exact', '--json', '--attribute', 'Hello').stdout)
    equal(data['trace'], said, 'holds what --json prints, with contributions')
    with zipfile.ZipFile(npz) as archive:
        scores = [archive.read(f'scores.{l}.npy') for l in range(data['heads']['n_layer'])]
    length, = struct.unpack('<H', scores[0][8:10])
    shape = eval(scores[0][10:10 + length], {})['shape']
    same_heads(folder, data, shape, [struct.unpack(f'{len(s[10 + length:]) // 4}f', s[10 + length:]) for s in scores])
    equal(bytes.fromhex(''.join(data['bytes']).replace(' ', ''))[-5:], b'Hello', 'and the bytes of the tokens')

    # Nothing comes from elsewhere, and the browser is told so.
    loads = [(tag, a) for tag, attributes in plain.tags for a in attributes if a[0] in ('src', 'href', 'srcset', 'action', 'background')]
    equal(loads, [], 'no element loads anything')
    ok('url(' not in plain.text['style'] and '@import' not in plain.text['style'], 'no style does')
    ok(not re.search(r'fetch|XMLHttp|import\s*\(|innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval', plain.text['script']), 'no script does, and none makes markup of text')
    ok("default-src 'none'" in plain.source, 'a policy forbids it')
    ok('prefers-color-scheme: dark' in plain.text['style'], 'dark where the system is')
    equal([t for t, _ in plain.tags if re.fullmatch('h[1-6]', t)][:2], ['h1', 'h2'], 'headings in their order')

    # Every word that template and script name is there, and none besides.
    named = set(re.findall(r"(?:words\.|words\[')([\w-]+)|say\((?:[^'(),]* \? )?'([\w-]+)'", plain.text['script']))
    named = {a or b for a, b in named} | {dict(a)['data-word'] for _, a in plain.tags if 'data-word' in dict(a)}
    named |= {w for pair in re.findall(r"say\([^')]*\? '([\w-]+)' : '([\w-]+)'", plain.text['script']) for w in pair}
    equal(sorted(named), sorted(data['words']), 'the words of the page')

    # Markup in a text stays text.
    bad, taken = page(folder, HOSTILE, name='markup')
    equal(bad.tags, plain.tags, 'a text adds no element')
    equal(''.join(taken['trace']['pieces'])[-len(HOSTILE):], HOSTILE, 'and is there as it was')
    odd, taken = page(folder, '--file', '-', name='strange bytes', stdin=STRANGE)
    equal(odd.tags, plain.tags, 'nor do control characters, broken UTF-8 and text from right to left')
    equal(bytes.fromhex(''.join(taken['bytes']).replace(' ', ''))[-len(STRANGE):], STRANGE, 'whose bytes are there')

    refuses(hunch('trace', '-m', TINY, '--html', os.path.join(folder, 'no', 'a.html'), 'x'), 1, 'a.html', 'a folder that is not there', 'loading')

CHROMIUM = shutil.which('chromium') or shutil.which('chromium-browser')
if CHROMIUM is None:
    cli.skip('what a browser makes of it', 'chromium is not installed')
else:
    with cli.scratch() as folder:
        path = os.path.join(folder, 'page.html')
        page(folder, '--ablate', 'L0.H0', '--patch', 'Hallo', '--neurons', '0', '-n', '3', 'Hello', name='all sections')
        # What a person does: a key on the token that is looked at, another layer, a head out of the contributions.
        doing = '''<script>{ const chip = document.querySelector('#strip [aria-pressed=true]');
          chip.focus(); chip.dispatchEvent(new KeyboardEvent('keydown', {key: 'Home', bubbles: true}));
          const said = [document.activeElement.textContent, document.getElementById('looks').textContent];
          const range = document.getElementById('layer'); range.value = 1; range.dispatchEvent(new Event('input'));
          said.push(document.querySelector('#map caption').textContent);
          document.querySelector('#parts button').click(); said.push(document.querySelector('#map caption').textContent);
          const done = document.createElement('pre'); done.id = 'done'; done.textContent = JSON.stringify(said); document.body.append(done); }</script></body>'''
        with open(path, encoding='utf-8') as file:
            source = file.read()
        with open(path, 'w', encoding='utf-8') as file:
            file.write(source.replace('</body>', doing))
        dom = browse(path)
        tables = len(re.findall('<caption', dom))
        ok(tables >= 10 and not re.search(r'<section[^>]*hidden', dom), 'every section has its table', tables, dom[-1500:])
        done = re.search('<pre id="done">(.*?)</pre>', dom)
        done = json.loads(done[1].replace('&lt;', '<').replace('&gt;', '>').replace('&amp;', '&')) if done else ['', '', '', '']
        ok(done[1].startswith('0 ' + done[0]) and '100' in done[1], 'the arrow keys go to a token, and it is said where it looks', done)
        ok('1' in done[2] and re.search(r'\d.*\d', done[3]), 'another layer, another head', done)
        page(folder, RUNS, name='markup in a browser')
        dom = browse(path)
        ok('<title>taken' not in dom and '<img' not in dom and 'id="pipeline"><li' in dom, 'nothing in a text runs', dom[:300])

if os.path.exists(cli.SMOLLM):
    with cli.scratch() as folder:
        long, data = page(folder, '--file', '-', name='2,000 tokens', model='smollm2-135m', stdin=b'word ' * 1990)
        equal((data['heads']['n'], data['heads']['first']), (64, len(data['trace']['prompt_ids']) - 64), 'of which the last have their attention')
        ok(len(long.source) < 2 << 20, 'so that the page stays small', len(long.source))
else:
    cli.skip('2,000 tokens', 'smollm2-135m is not here')
cli.end()
