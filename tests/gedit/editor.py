# editor.py: gedit with the plugin, on a display, a bus and a home of its own; driven by D-Bus actions and by keys.
# SPDX-License-Identifier: LGPL-2.1-or-later
import os
import shutil
import subprocess
import sys
import tempfile
import time

from gi.repository import Gio, GLib

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from process import is_idle  # noqa: E402
from screen import start_screen  # noqa: E402

SOURCES = os.environ.get('HUNCH_SRCDIR', '.')
BUILD = os.environ.get('HUNCH_BUILDDIR', '.')
PLUGIN = os.path.join(BUILD, '.libs', 'libhunch-gedit.so')
STUB = os.path.join(BUILD, 'tests', 'plugin', '.libs', 'stub-module.so')
PROGRAMS = ['gedit', 'Xvfb', 'xdotool', 'dbus-daemon', 'glib-compile-schemas', 'gsettings']


def missing():
    """Why gedit cannot be tried here, or None."""
    if not os.path.exists(PLUGIN):
        return 'built without the plugin of gedit'
    for program in PROGRAMS:
        if shutil.which(program) is None:
            return program + ' is not installed'
    return None


def wait_for(what, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = what()
        if value:
            return value
        time.sleep(0.02)
    return what()


class Editor:
    """One gedit. with Editor() as e: ... ends whatever it started."""

    def __init__(self, stub=False, module=None, plugins=('hunch-gedit',), settings='', environ=(), caches=False):
        self.children = []
        self.root = tempfile.mkdtemp(prefix='hunch-gedit-')
        self.env = dict(os.environ, HOME=self.root, LC_ALL='C.UTF-8', GSETTINGS_BACKEND='keyfile', NO_AT_BRIDGE='1',
                        GDK_BACKEND='x11', GTK_THEME='Adwaita', GTK_CSD='0')
        self.env.update(environ)
        for name in 'config', 'data', 'cache', 'state':
            self.env['XDG_%s_HOME' % name.upper()] = os.path.join(self.root, name)
        self.env['XDG_RUNTIME_DIR'] = os.path.join(self.root, 'run')
        os.makedirs(self.env['XDG_RUNTIME_DIR'], 0o700)
        if caches:  # of kernels, its own and empty ones
            for name in 'HUNCH_CACHE_DIR', 'POCL_CACHE_DIR':
                self.env[name] = self.make(os.path.join(self.root, name))
        for name in 'WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS', 'LANGUAGE':
            self.env.pop(name, None)
        self.install(plugins, settings)
        module = STUB if stub else module
        if module:  # of modules that provide actions the first by name counts
            shutil.copy(module, os.path.join(self.env['HUNCH_MODULE_PATH'], 'answers.so'))
        if stub:
            self.env['HUNCH_STUB_RULES'] = os.path.join(self.root, 'rules')
            self.answer('')
        self.start_display()
        self.start_bus()
        self.gedit = None

    def install(self, plugins, settings):
        folder = os.path.join(self.root, 'data', 'gedit', 'plugins')
        os.makedirs(folder)
        shutil.copy(PLUGIN, folder)
        shutil.copy(os.path.join(BUILD, 'plugin', 'gedit', 'hunch.plugin'), folder)
        self.env['HUNCH_MODULE_PATH'] = os.path.join(self.root, 'modules')
        os.makedirs(self.env['HUNCH_MODULE_PATH'])
        shutil.copy(os.path.join(BUILD, '.libs', 'hunch.so'), self.env['HUNCH_MODULE_PATH'])
        libs = os.path.join(BUILD, '.libs')
        self.env['LD_LIBRARY_PATH'] = ':'.join(filter(None, [libs, self.env.get('LD_LIBRARY_PATH')]))
        schemas = os.path.join(self.root, 'schemas')
        subprocess.run(['glib-compile-schemas', '--targetdir=' + self.make(schemas), os.path.join(SOURCES, 'data')],
                       check=True)
        self.env['GSETTINGS_SCHEMA_DIR'] = schemas
        keys = self.make(os.path.join(self.root, 'config', 'glib-2.0', 'settings'))
        with open(os.path.join(keys, 'keyfile'), 'w') as f:
            f.write('[org/gnome/gedit/plugins]\nactive-plugins=%r\n' % list(plugins))
            f.write('[org/gnome/gedit/preferences/editor]\nauto-indent=true\n' + settings)

    def answer(self, text, ms=0):
        """What the stub suggests from now on, whatever it is asked, after so many milliseconds."""
        with open(self.env['HUNCH_STUB_RULES'], 'w') as f:
            f.write('\t%s\t%d\n' % (text.replace('\n', '\\n'), ms))

    @staticmethod
    def make(folder):
        os.makedirs(folder, exist_ok=True)
        return folder

    def spawn(self, command, **options):
        child = subprocess.Popen(command, env=self.env, **options)
        self.children.append(child)
        return child

    def start_display(self):
        server, self.env['DISPLAY'] = start_screen('1000x700')
        self.children.append(server)

    def start_bus(self):
        bus = self.spawn(['dbus-daemon', '--session', '--nofork', '--print-address'], stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, text=True)
        self.env['DBUS_SESSION_BUS_ADDRESS'] = bus.stdout.readline().strip()
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.bus = Gio.DBusConnection.new_for_address_sync(self.env['DBUS_SESSION_BUS_ADDRESS'], flags, None, None)

    def open(self, text='', name='text.txt', cursor=None, mode=0o644, seconds=60, options=()):
        """Starts gedit with a file, text or bytes; the cursor goes to (line, column), or to the end."""
        self.path = os.path.join(self.root, name)
        with open(self.path, 'wb') as f:
            f.write(text if isinstance(text, bytes) else text.encode())
        os.chmod(self.path, mode)
        self.log = open(os.path.join(self.root, 'log'), 'a+')
        self.gedit = self.spawn(['gedit', *options, self.path], stdout=self.log, stderr=self.log)
        self.window = wait_for(self.find_window, seconds)
        if not self.window:
            raise RuntimeError('gedit did not open a window: ' + self.said())
        self.xdo('windowsize', self.window, '900', '600')
        self.xdo('windowmove', self.window, '0', '0')
        self.xdo('windowfocus', self.window)
        wait_for(lambda: 'hunch-status' in self.actions() or self.gedit.poll() is not None)
        time.sleep(0.3)
        if cursor is None:
            self.key('ctrl+End')
        else:
            self.key('ctrl+Home', *['Down'] * (cursor[0] - 1), *['Right'] * (cursor[1] - 1))
        time.sleep(0.2)

    def search(self, *by):
        """The windows that can be seen and fit. xdotool fails where there is none."""
        return subprocess.run(['xdotool', 'search', '--onlyvisible', *by], env=self.env, capture_output=True, text=True).stdout.split()

    def find_window(self):
        return next(iter(self.search('--name', os.path.basename(self.path))), None)

    def windows(self):
        """All windows of gedit, tooltips too."""
        return self.search('--class', 'gedit')

    def xdo(self, *arguments):
        return subprocess.run(['xdotool', *arguments], env=self.env, capture_output=True, text=True, check=True).stdout

    def key(self, *keys):
        self.xdo('key', '--delay', '15', *keys)

    def type(self, text):
        self.xdo('type', '--delay', '15', text)

    # Actions of the window.

    def call(self, method, arguments, reply):
        return self.bus.call_sync('org.gnome.gedit', '/org/gnome/gedit/window/1', 'org.gtk.Actions', method, arguments,
                                  GLib.VariantType(reply) if reply else None, 0, 60000, None)

    def actions(self):
        try:
            return self.call('DescribeAll', None, '(a{s(bgav)})').unpack()[0]
        except GLib.Error:
            return {}

    def act(self, name):
        self.call('Activate', GLib.Variant('(sava{sv})', (name, [], {})), None)

    def enabled(self, name):
        return self.actions().get(name, (False,))[0]

    def state(self, name):
        return self.actions()[name][2][0]

    # What a test asks.

    def shown(self, seconds=20):
        return wait_for(lambda: self.enabled('hunch-accept'), seconds)

    def gone(self, seconds=10):
        return wait_for(lambda: not self.enabled('hunch-accept'), seconds)

    def modified(self):
        return self.xdo('getwindowname', self.window).startswith('*')

    def on_disk(self):
        with open(self.path, newline='') as f:
            return f.read()

    def save(self, seconds=10):
        self.act('save')
        wait_for(lambda: not self.modified(), seconds)
        time.sleep(0.3)
        wait_for(lambda: self.enabled('save'), seconds)  # until then the view is read-only, and takes suggestions away

    def saved(self, seconds=10):
        """Saves, and gives what is in the file then."""
        self.save(seconds)
        return self.on_disk()

    def saved_bytes(self):
        self.save()
        with open(self.path, 'rb') as f:
            return f.read()

    def set(self, schema, key, value):
        subprocess.run(['gsettings', 'set', schema, key, value], env=self.env, check=True)

    def wait_idle(self, seconds):
        """Until gedit has worked for less than a twentieth of a second."""
        return wait_for(lambda: is_idle(self.gedit.pid), seconds)

    def alive(self):
        return self.gedit.poll() is None

    def said(self):
        self.log.seek(0)
        return self.log.read()

    def shoot(self, path):
        """A picture of the window as a PNG file."""
        code = ('import sys, gi; gi.require_version("Gdk", "3.0"); from gi.repository import Gdk; '
                'root = Gdk.get_default_root_window(); '
                'Gdk.pixbuf_get_from_window(root, 0, 0, 900, 600).savev(sys.argv[1], "png", ["compression"], ["9"])')
        subprocess.run(['/usr/bin/python3', '-c', code, path], env=self.env, check=True)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        for child in reversed(self.children):
            child.terminate()
            try:
                child.wait(10)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
            if child.stdout:
                child.stdout.close()
        shutil.rmtree(self.root, ignore_errors=True)
