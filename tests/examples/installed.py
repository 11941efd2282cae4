# installed.py: the examples as a person meets them: built against Hunch as `make install` leaves it, and used.
# SPDX-License-Identifier: LGPL-2.1-or-later
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

SOURCES = os.environ['HUNCH_SRCDIR']
BUILD = os.environ['HUNCH_BUILDDIR']
STUB = os.path.join(BUILD, 'tests', 'plugin', '.libs', 'stub-module.so')
MODEL = 'SmolLM2-135M-Instruct.Q4_1.gguf'
n_told = 0


def tell(name, problem=None, skip=None):
    global n_told
    n_told += 1
    print('%s %d %s%s' % ('not ok' if problem else 'ok', n_told, '# SKIP ' if skip else '- ', name + (': ' + skip if skip else '')), flush=True)
    if problem:
        print('# ' + str(problem).strip().replace('\n', '\n# '), flush=True)
    return not problem


def fails(command, **options):
    """What a command said if it failed, or None."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300, **options)
    return None if done.returncode == 0 else '%s: status %d\n%s' % (' '.join(command), done.returncode, done.stdout)


def sanitized():
    with open(os.path.join(BUILD, 'Makefile')) as f:
        return re.search('^SANITIZE_CFLAGS = .*fsanitize', f.read(), re.M)


class Installed:
    """Hunch in a folder of its own, with the environment of somebody who builds with it and runs what was built."""

    def __init__(self, root):
        self.root = root
        env = {k: v for k, v in os.environ.items() if k not in ('MAKEFLAGS', 'MAKELEVEL', 'MFLAGS', 'DESTDIR', 'G_DEBUG')}
        self.problem = fails(['make', '-s', '-C', BUILD, 'install', 'DESTDIR=' + root], env=env)
        if self.problem:
            return
        self.pc = self.find('hunch-1.0.pc')
        prefix = subprocess.run(['pkg-config', '--variable=prefix', self.pc], capture_output=True, text=True, check=True).stdout.strip()
        self.prefix = root + prefix
        with open(self.pc) as f:
            text = f.read()
        with open(self.pc, 'w') as f:
            f.write(text.replace(prefix, self.prefix))  # it is not where it believes to be
        self.modules = os.path.join(root, 'modules')
        os.mkdir(self.modules)
        shutil.copy(self.find('hunch.so'), self.modules)
        shutil.copy(STUB, os.path.join(self.modules, 'answers.so'))  # of modules that provide actions the first by name counts
        self.rules = os.path.join(root, 'rules')
        with open(self.rules, 'w') as f:
            f.write(' is\t Paris, of course\n')
        env.update(PKG_CONFIG_PATH=os.path.dirname(self.pc), LD_LIBRARY_PATH=os.path.dirname(self.find('libhunch.so')), LC_ALL='C.UTF-8',
                   HUNCH_MODULE_PATH=self.modules, HUNCH_STUB_RULES=self.rules, GSETTINGS_BACKEND='memory', G_DEBUG='fatal-criticals')
        self.env = env

    def find(self, name):
        return next(iter(glob.glob(self.root + '/**/' + name, recursive=True)), None)


def test_vala(hunch):
    vapi = hunch.find('hunch-1.0.vapi')
    for name in 'host', 'complete':
        program = os.path.join(hunch.root, name)
        if vapi is None or shutil.which('valac') is None:
            tell(name + '.vala', skip='valac is not installed, or was not when Hunch was configured')
            continue
        source = os.path.join(SOURCES, 'doc', 'examples', name + '.vala')
        if not tell(name + '.vala is built', fails(['valac', '--fatal-warnings', '--vapidir', os.path.dirname(vapi), '--pkg', 'hunch-1.0', '-X', '-w',
                                                    '-o', program, source], env=hunch.env)):
            continue
        models = os.environ.get('HUNCH_MODEL_DIR') or os.path.join(os.environ.get('XDG_DATA_HOME') or os.path.expanduser('~/.local/share'), 'hunch/models')
        if name == 'complete' and not os.path.exists(os.path.join(models, MODEL)):
            tell(name + '.vala', skip='the model smollm2-135m is not here')
            continue
        said = subprocess.run([program], env=hunch.env, capture_output=True, text=True, timeout=300)
        expected = ' Paris\n' if name == 'complete' else 'The capital of France is Paris\n'
        tell(name + '.vala says what it should', None if said.stdout == expected else repr(said))


def try_editor(hunch, folder):
    """The editor, driven by its actions on the bus and by keys, with a completer that answers by rules."""
    import gi
    gi.require_version('GdkPixbuf', '2.0')
    from gi.repository import GdkPixbuf
    sys.path.insert(0, os.path.join(SOURCES, 'tests', 'gedit'))
    import editor

    class Example(editor.Editor):
        def install(self, plugins, settings):
            self.env.update({k: hunch.env[k] for k in ('LD_LIBRARY_PATH', 'GSETTINGS_BACKEND', 'G_DEBUG')})
            self.env['HUNCH_MODULE_PATH'] = os.path.join(self.root, 'modules')
            os.mkdir(self.env['HUNCH_MODULE_PATH'])
            shutil.copy(hunch.find('hunch.so'), self.env['HUNCH_MODULE_PATH'])

        def open(self, text):
            self.path = os.path.join(self.root, 'text.txt')
            with open(self.path, 'w') as f:
                f.write(text)
            self.log = open(os.path.join(self.root, 'log'), 'a+')
            self.program = self.spawn([os.path.join(folder, 'editor'), self.path], stdout=self.log, stderr=self.log)
            self.window = editor.wait_for(self.find_window)
            assert self.window, 'no window: ' + self.said()
            self.xdo('windowmove', self.window, '0', '0')
            self.xdo('windowfocus', '--sync', self.window)
            assert editor.wait_for(self.actions), 'no actions on the bus: ' + self.said()

        def call(self, method, arguments, reply):
            return self.bus.call_sync('org.hunch.Editor', '/org/hunch/Editor/completion/1', 'org.gtk.Actions', method, arguments,
                                      editor.GLib.VariantType(reply) if reply else None, 0, 10000, None)

        def enabled(self, name):
            return self.actions()[name][0]

        def until(self, name, value):
            return editor.wait_for(lambda: self.enabled(name) == value)

        def ink(self):
            """The rows of the screen, each as its pixels."""
            picture = os.path.join(self.root, 'picture.png')
            self.shoot(picture)
            pixbuf = GdkPixbuf.Pixbuf.new_from_file(picture)
            data, stride = pixbuf.get_pixels(), pixbuf.get_rowstride()
            return [data[y * stride:(y + 1) * stride] for y in range(pixbuf.get_height())]

        def window_act(self, name):
            self.bus.call_sync('org.hunch.Editor', '/org/hunch/Editor/window/1', 'org.gtk.Actions', 'Activate',
                               editor.GLib.Variant('(sava{sv})', (name, [], {})), None, 0, 10000, None)

        def text(self):
            self.window_act('save')
            assert editor.wait_for(lambda: not self.modified()), 'not saved'
            return self.on_disk()

    text = 'The capital of France is\nNext line\n'
    with Example(stub=True) as e:
        hunch.editor = e
        e.answer(' Paris,\nand always was')
        e.open(text)
        e.key('ctrl+Home', 'End')
        before = e.ink()
        e.act('complete')
        yield 'a suggestion is shown', e.until('accept', True)
        time.sleep(0.5)
        if 'HUNCH_TEST_KEEP' in os.environ:
            e.shoot('editor.png')
        rows = [y for y, (a, b) in enumerate(zip(before, e.ink())) if a != b]
        yield 'it is painted, and the next line makes room', rows and max(rows) - min(rows) > 30
        yield 'the document is not modified meanwhile', not e.modified() and e.on_disk() == text
        e.key('Escape')
        yield 'Escape takes it away', e.until('accept', False) and e.text() == text
        e.act('complete')
        e.until('accept', True)
        e.act('accept-word')
        yield 'a word is accepted', e.text() == 'The capital of France is Paris\nNext line\n'
        e.key('Tab')
        yield 'Tab accepts the rest', e.text() == 'The capital of France is Paris,\nand always was\nNext line\n'
        e.answer('')
        e.act('dismiss')
        e.key('ctrl+z')
        yield 'one undo takes back one accept', e.text() == 'The capital of France is Paris\nNext line\n'
        e.key('ctrl+Home', 'Tab')
        yield 'Tab is a Tab where nothing is shown', e.text() == '\tThe capital of France is Paris\nNext line\n'
        e.answer(' of something', 3000)
        e.key('ctrl+End')
        e.act('complete')
        e.window_act('close')
        try:
            status = e.program.wait(20)
        except subprocess.TimeoutExpired:
            status = 'it goes on'
        yield 'it ends while an answer is awaited (%s)' % status, status == 0
        yield 'it has nothing to complain of: ' + e.said().strip(), 'CRITICAL' not in e.said() and 'WARNING' not in e.said()


def test_editor(hunch):
    folder = os.path.join(hunch.root, 'a folder')
    shutil.copytree(os.path.dirname(hunch.find('editor.c')), folder)
    if fails(['pkg-config', '--exists', 'gtk+-3.0', 'gtksourceview-4']):
        tell('editor', skip='GTK 3 and GtkSourceView 4 are not installed')
        return
    if not tell('the editor is built without a warning', fails(['make', '-C', folder, 'CFLAGS=-O1 -Wall -Wextra -Wno-unused-parameter -Werror'],
                                                               env=hunch.env)):
        return
    absent = [p for p in ('Xvfb', 'xdotool', 'dbus-daemon') if shutil.which(p) is None]
    if absent:
        tell('the editor is used', skip=absent[0] + ' is not installed')
        return
    try:
        for name, holds in try_editor(hunch, folder):
            tell(name, None if holds else 'it does not hold; the text: %r' % hunch.editor.on_disk())
    except Exception as error:
        tell('the editor is used', '%s: %s' % (type(error).__name__, error))


def main():
    if sanitized():
        print('1..0 # SKIP what examples link has no sanitizers')
        return
    root = tempfile.mkdtemp(prefix='hunch-examples-')
    try:
        hunch = Installed(root)
        if tell('make install', hunch.problem):
            test_vala(hunch)
            test_editor(hunch)
    finally:
        shutil.rmtree(root, ignore_errors=True)
    print('1..%d' % n_told)


main()
