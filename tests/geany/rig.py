# rig.py: the real Geany on a screen that nobody sees, with a home of its own, driven by keys and looked at by pixels.
# SPDX-License-Identifier: LGPL-2.1-or-later
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from process import is_idle  # noqa: E402
from screen import start_screen  # noqa: E402

TOP = os.environ['HUNCH_SRCDIR']
BUILD = os.environ['HUNCH_BUILDDIR']
WIDTH, HEIGHT = 1000, 640
PLUGIN = os.path.join(BUILD, '.libs', 'hunch-geany.so')
STUB = os.path.join(BUILD, 'tests', 'plugin', '.libs', 'stub-module.so')
PATIENCE = int(os.environ.get('HUNCH_TEST_PATIENCE', '40'))  # seconds, for machines that are busy

PREFERENCES = '''[geany]
pref_main_load_session=false
pref_main_confirm_exit=false
pref_main_suppress_status_messages=false
pref_editor_new_line=false
auto_complete_symbols=%(popups)s
sidebar_visible=false
msgwindow_visible=false
pref_toolbar_show=%(toolbar)s
editor_font=Monospace 11
color_scheme=%(scheme)s
line_wrapping=%(wrap)s
default_eol_character=%(eol)d
geometry=0;0;1000;640;0;
[plugins]
load_plugins=true
custom_plugin_path=
active_plugins=%(plugin)s;
'''


def why_not():
    """Why there is nothing to test, or None."""
    if not os.path.exists(PLUGIN):
        return 'the plugin for Geany was not built'
    with open(os.path.join(BUILD, 'Makefile')) as f:
        if re.search('^SANITIZE_CFLAGS = .*fsanitize', f.read(), re.M):
            return 'Geany is not built with sanitizers'
    for program in 'geany', 'Xvfb', 'xdotool', 'glib-compile-schemas':
        if shutil.which(program) is None:
            return program + ' is not installed'
    return None


def wait_for(what, condition, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError('waited in vain for: ' + what)
        time.sleep(0.03)


def holds(condition, *said):
    if not condition:
        raise AssertionError(repr(said))


def escape(field):
    return str(field).replace('\\', '\\\\').replace('\n', '\\n').replace('\t', '\\t')


class Rig:
    def __init__(self, colour='#ff00ff', stub=True, popups='false', scheme='', theme=None, wrap='false', toolbar='false', keys='', eol=2, settings=(), caches=False):
        """scheme: the named styles of a colour scheme for documents, one a line; theme: that of the windows around them; eol: 0 for CRLF, 1 for CR, 2 for LF."""
        self.root = tempfile.mkdtemp(prefix='hunch-geany-')
        self.colour = colour
        for name in 'home', 'config/geany/plugins', 'config/geany/colorschemes', 'config/glib-2.0/settings', 'config/gtk-3.0', 'data', 'cache', 'run', 'modules', 'schemas', 'screen', 'work':
            os.makedirs(self.path(name), mode=0o700)
        os.symlink(os.path.join(BUILD, '.libs', 'hunch.so'), self.path('modules/hunch.so'))
        if stub:
            os.symlink(STUB, self.path('modules/a-stub.so'))
        os.symlink(PLUGIN, self.path('config/geany/plugins/hunch-geany.so'))  # Geany loads from its own folders only
        shutil.copy(os.path.join(TOP, 'data', 'org.hunch.Hunch.gschema.xml'), self.path('schemas'))
        subprocess.run(['glib-compile-schemas', self.path('schemas')], check=True)
        if scheme:
            self.write('config/geany/colorschemes/own.conf', '[theme_info]\nname=Own\n[named_styles]\n' + scheme)
        self.write('config/geany/geany.conf', PREFERENCES % {
            'plugin': self.path('config/geany/plugins/hunch-geany.so'), 'popups': popups, 'scheme': 'own.conf' if scheme else '', 'wrap': wrap,
            'toolbar': toolbar, 'eol': eol})
        self.write('config/gtk-3.0/settings.ini', '[Settings]\ngtk-cursor-blink=0\n')  # each blink paints a row anew
        self.write('config/geany/keybindings.conf', '[hunch]\n' + keys)
        self.settings("light-colour='%s'" % colour, "dark-colour='%s'" % colour, *settings)
        self.rules()
        self.start_screen()
        if theme:
            self.env['GTK_THEME'] = theme
        if caches:  # of kernels, its own and empty ones
            for name in 'HUNCH_CACHE_DIR', 'POCL_CACHE_DIR':
                os.mkdir(self.path(name))
                self.env[name] = self.path(name)
        self.geany = subprocess.Popen(self.command(), env=self.env, stdout=self.out, stderr=self.out)
        self.window = wait_for('a window', self.find_window)
        self.xdotool('windowmove', self.window, 0, 0, 'windowsize', self.window, WIDTH, HEIGHT)
        self.focus()
        wait_for('the socket', self.find_socket)

    def path(self, name):
        return os.path.join(self.root, name)

    def write(self, name, text):
        with open(self.path(name), 'wb') as f:
            f.write(text if isinstance(text, bytes) else text.encode())

    def read(self, name):
        with open(self.path(name), encoding='utf-8', newline='') as f:
            return f.read()

    def command(self, *files):
        return ['geany', '-s', '-c', self.path('config/geany'), *files]

    def start_screen(self):
        self.out = open(self.path('output'), 'w')
        env = {k: v for k, v in os.environ.items() if not k.startswith(('XDG_', 'GTK_', 'DBUS_', 'WAYLAND_', 'LD_', 'LC_', 'LANG'))}
        env.update({
            'HOME': self.path('home'), 'LC_ALL': 'C.UTF-8', 'NO_AT_BRIDGE': '1', 'GDK_BACKEND': 'x11', 'DBUS_SESSION_BUS_ADDRESS': 'disabled:',
            'XDG_CONFIG_HOME': self.path('config'), 'XDG_DATA_HOME': self.path('data'), 'XDG_CACHE_HOME': self.path('cache'),
            'XDG_RUNTIME_DIR': self.path('run'), 'GSETTINGS_BACKEND': 'keyfile', 'GSETTINGS_SCHEMA_DIR': self.path('schemas'),
            'LD_LIBRARY_PATH': os.path.join(BUILD, '.libs'), 'HUNCH_MODULE_PATH': self.path('modules'),
            'HUNCH_STUB_RULES': self.path('rules'), 'HUNCH_STUB_LOG': self.path('log'), 'G_DEBUG': '', 'G_MESSAGES_DEBUG': ''})
        self.screen, env['DISPLAY'] = start_screen('%dx%d' % (WIDTH, HEIGHT), ['-fbdir', self.path('screen')], self.out)
        self.env = env

    def find_window(self):
        if self.geany.poll() is not None:
            raise AssertionError('Geany ended: ' + self.read('output'))
        found = subprocess.run(['xdotool', 'search', '--onlyvisible', '--name', 'Geany$'], env=self.env, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True).stdout.split()
        return found[-1] if found else None

    def find_socket(self):
        return [name for name in os.listdir(self.path('config/geany')) if 'socket' in name]

    # What a person does.

    def xdotool(self, *args):
        return subprocess.run(['xdotool', *map(str, args)], env=self.env, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    def focus(self):
        self.xdotool('windowfocus', '--sync', self.window)

    def key(self, *keys):
        self.xdotool('key', '--delay', 20, *keys)

    def type(self, text):
        self.xdotool('type', '--delay', 20, text)

    def click(self, x, y):
        self.xdotool('mousemove', x, y, 'click', 1)

    def open(self, name, text):
        """Opens a new file with this text, or one that is not there yet (None); the cursor ends behind it."""
        if text is not None:
            self.write('work/' + name, text)
        subprocess.run(self.command(self.path('work/' + name)), env=self.env, check=True, stdout=self.out, stderr=self.out, timeout=PATIENCE)
        wait_for(name + ' in front', lambda: name in self.title())
        time.sleep(0.3)  # the file is loaded by a timer of Geany's
        self.focus()
        self.click(WIDTH // 2, HEIGHT // 2)
        time.sleep(0.1)
        self.key('ctrl+End')
        time.sleep(0.1)
        self.n_asked_before = self.count('asked')

    def wait_idle(self):
        """Until Geany has worked for less than a twentieth of a second: a large file is loaded and laid out."""
        wait_for('rest', lambda: is_idle(self.geany.pid), 3 * PATIENCE)

    def close(self):
        """Closes the file in front, without saving it."""
        name = self.title()
        self.key('ctrl+w')
        time.sleep(0.2)
        if self.title() == name and name.startswith('*'):
            self.key('alt+d')  # Don't save
        wait_for('the file closed', lambda: self.title() != name)
        self.focus()

    def save(self, name):
        return self.save_bytes(name).decode()

    def save_bytes(self, name):
        self.key('ctrl+s')
        wait_for('the file saved', lambda: not self.is_modified())
        with open(self.path('work/' + name), 'rb') as f:
            return f.read()

    def choose(self, *path):
        """Opens Tools and follows the letters of its items."""
        self.key('alt+t', *path)
        time.sleep(0.5)

    def to_dialog(self, name):
        """Gives the keys to a dialog; without a manager of windows nobody does."""
        windows = wait_for(name, lambda: subprocess.run(['xdotool', 'search', '--onlyvisible', '--name', name], env=self.env,
                                                        stdout=subprocess.PIPE, text=True).stdout.split())
        self.xdotool('windowfocus', '--sync', windows[-1])
        time.sleep(0.3)

    def settings_say(self, line):
        return line in self.read('config/glib-2.0/settings/keyfile').splitlines()

    # What a person sees.

    def title(self):
        return self.xdotool('getwindowname', self.window)

    def is_modified(self):
        return self.title().startswith('*')

    def pixels(self):
        """(width, height, stride, bytes of B G R x) of the screen, as it is now."""
        with open(self.path('screen/Xvfb_screen0'), 'rb') as f:
            data = f.read()
        header = struct.unpack('>25I', data[:100])
        begin = header[0] + header[19] * 12
        return header[4], header[5], header[12], data[begin:]

    def box(self, is_it, rows=None, left=0):
        """(left, top, right, bottom) of the pixels for which is_it (red, green, blue), in some rows or all, from a column on; None where there is none."""
        width, height, stride, data = self.pixels()
        found = []
        for y in rows or range(height):
            row = data[y * stride + left * 4:y * stride + width * 4]
            xs = [x for x, (blue, green, red) in enumerate(zip(row[0::4], row[1::4], row[2::4]), left) if is_it(red, green, blue)]
            if xs:
                found.append((xs[0], y, xs[-1], y))
        lefts, tops, rights, bottoms = zip(*found) if found else [()] * 4
        return (min(lefts), tops[0], max(rights), bottoms[-1]) if found else None

    def ghost(self):
        """The rows of the screen in which there is ink of the ghost's colour."""
        width, height, stride, data = self.pixels()
        rows = []
        for y in range(height):
            row = data[y * stride:y * stride + width * 4]
            blue, green, red = row[0::4], row[1::4], row[2::4]
            if any(r > 200 and b > 200 and g < 60 for r, g, b in zip(red, green, blue)):
                rows.append(y)
        return rows

    def wait_shown(self):
        wait_for('a suggestion', self.ghost)
        time.sleep(0.1)
        return self.ghost()

    def wait_hidden(self):
        wait_for('no suggestion', lambda: not self.ghost())

    def screenshot(self, name):
        width, height, stride, data = self.pixels()
        raw = bytearray()
        for y in range(height):
            row = data[y * stride:y * stride + width * 4]
            rgb = bytearray(width * 3)
            rgb[0::3], rgb[1::3], rgb[2::3] = row[2::4], row[1::4], row[0::4]
            raw += b'\0' + rgb

        def chunk(kind, body):
            return struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))
        with open(name, 'wb') as f:
            f.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>2I5B', width, height, 8, 2, 0, 0, 0))
                    + chunk(b'IDAT', zlib.compress(bytes(raw), 9)) + chunk(b'IEND', b''))

    # What the completer is told and says.

    def rules(self, *rules):
        self.write('rules', ''.join('\t'.join(map(escape, rule)) + '\n' for rule in rules))

    def count(self, word):
        try:
            return len(re.findall('^' + word + ' ', self.read('log'), re.M))
        except FileNotFoundError:
            return 0

    def settings(self, *lines):
        self.write('config/glib-2.0/settings/keyfile', '\n'.join(['[org/hunch/Hunch]', *lines, '']))

    # The end.

    def quit(self):
        """Ends Geany as a person does; returns its exit status."""
        self.key('ctrl+q')
        return self.geany.wait(PATIENCE)

    def end(self):
        for process in getattr(self, 'geany', None), getattr(self, 'screen', None):
            if process is not None and process.poll() is None:
                process.terminate()
                try:
                    process.wait(5)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
        self.out.close()
        shutil.rmtree(self.path(''), ignore_errors=True)


def run(tests):
    """Runs functions of a rig, in one Geany, and says TAP."""
    reason = why_not()
    if reason is not None:
        print('1..0 # SKIP ' + reason)
        return 0
    rig, failed = None, 0
    print('1..%d' % len(tests), flush=True)
    for i, test in enumerate(tests, 1):
        try:
            if rig is None:
                rig = Rig()
            test(rig)
            print('ok %d - %s' % (i, test.__doc__), flush=True)
        except Exception as error:
            failed += 1
            print('not ok %d - %s\n# %s: %s' % (i, test.__doc__, type(error).__name__, str(error).replace('\n', '\n# ')), flush=True)
            if rig is not None:
                if 'HUNCH_TEST_KEEP' in os.environ:
                    rig.screenshot('failed-%d.png' % i)
                    print('# ' + rig.read('output').replace('\n', '\n# '))
                rig.end()  # what is broken must not spoil the others
                rig = None
    if rig is not None:
        rig.end()
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit('This is no test.')
