# ownership.py: every function, method and property that is introspected, called many times under valgrind: what is leaked, or read after it went, fails.
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The calls are made from the GIR itself, by Python, which frees what the annotations say is the caller's; arguments stand below, by name.
# A function that is neither called nor excused fails. The engine is one without a model (see local.mk). Leaks count when a function of Hunch
# allocated them and there are as many as there were calls: what is allocated once and kept is no leak, and Python's own are not looked at.
import os
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

SOURCES = os.environ['HUNCH_SRCDIR']
BUILD = os.environ['HUNCH_BUILDDIR']
ROUNDS = int(os.environ.get('HUNCH_OWNERSHIP_ROUNDS', '1000'))
FIXTURES = os.path.join(SOURCES, 'tests', 'fixtures')
GGUF = os.path.join(FIXTURES, 'gguf', 'valid_llama.gguf')
VOCABULARY = os.path.join(FIXTURES, 'tokenizer', 'probe_gpt2.gguf')
CORE = '{http://www.gtk.org/introspection/core/1.0}'

# What is not called, and why.
EXCUSED = {
    'Model.profile': 'wants a device', 'Model.profile_async': 'wants a device', 'Model.profile_finish': 'wants a device',
    'Model.tune': 'wants a device', 'Model.tune_async': 'wants a device', 'Model.tune_finish': 'wants a device',
    'Pull.run': 'fetches a model', 'Pull.run_async': 'fetches a model', 'Pull.run_finish': 'fetches a model',
    'Result.dup_likely': 'the engine tells no likely tokens',
    'Trace.run': 'wants a device', 'Trace.run_async': 'wants a device', 'Trace.run_finish': 'wants a device',
    'Trace.get_point_names': 'is of the engine',
    'Module.load': 'once for a process', 'Module.unload': 'once for a process',
}
# What only a trace or a measurement makes, which want a device.
OF_A_DEVICE = ('Activation', 'Contribution', 'Evaluation', 'KernelUse', 'LayerView', 'Neuron', 'Profile', 'TraceResult')


def introspected():
    """(class or None, kind, name, the element) of everything that can be called or read."""
    namespace = tree.parse(os.path.join(BUILD, 'Hunch-1.0.gir')).getroot().find(CORE + 'namespace')
    for of in [namespace, *namespace]:
        tag = of.tag[len(CORE):]
        if tag not in ('namespace', 'class', 'interface'):
            continue
        for element in of:
            kind = element.tag[len(CORE):] if element.tag.startswith(CORE) else ''
            if kind in ('function', 'constructor', 'method', 'property') and element.get('introspectable') != '0':
                yield None if of is namespace else of.get('name'), kind, element.get('name'), element


def n_arguments(element):
    parameters = element.find(CORE + 'parameters')
    found = [] if parameters is None else parameters.findall(CORE + 'parameter')
    lengths = {a.get('length') for p in [*found, element.find(CORE + 'return-value')] for a in p.iter(CORE + 'array') if a.get('length')}
    return len([i for i, p in enumerate(found) if p.get('direction') != 'out' and str(i) not in lengths])


def call_all():
    """Inside of valgrind."""
    import gc
    import gi
    gi.require_version('Hunch', '1.0')
    from gi.repository import Gio, GLib, GObject, Hunch

    class Host(GObject.Object, Hunch.Host):
        def do_dup_text_before(self, max_lines, max_bytes):
            return 'before'

        def do_dup_text_after(self, max_lines, max_bytes):
            return 'after'

        def do_dup_language(self):
            return 'c'

        def do_dup_filename(self):
            return 'name.c'

        def do_get_flags(self):
            return Hunch.HostFlags.NONE

        def do_show_suggestion(self, text):
            pass

        def do_clear_suggestion(self):
            pass

        def do_insert(self, text):
            return True

    class Completer(GObject.Object, Hunch.Completer):
        def do_complete_async(self, query, cancellable, callback, user_data):
            Gio.Task.new(self, cancellable, callback).return_value(Hunch.Reply.new('reply'))

        def do_complete_finish(self, result):
            return result.propagate_value()[1]

    def wait(start, finish):
        done = []
        start(lambda source, result, *data: done.append(result))
        while not done:
            GLib.MainContext.default().iteration(True)
        return finish(done[0])

    # This engine has no device; whoever asks for the list gets an error, and owns it.
    def refused(call):
        try:
            call()
            raise AssertionError('it was not refused')
        except GLib.Error:
            pass

    folder = tempfile.mkdtemp()
    host, settings, model = Host(), Hunch.Settings.new(), Hunch.Model.new('ok', None)
    model.load(None)
    completer = Completer()
    tokenizer = Hunch.Tokenizer.new_for_path(VOCABULARY)
    ids = tokenizer.encode('some text', 0)
    modules = Hunch.ModuleDb.new(os.path.dirname(os.environ['HUNCH_TEST_MODULE']))
    module = modules.lookup('hunch')
    module.load()
    entry = Hunch.Catalogue.new().lookup('smollm2-135m')
    completion = Hunch.Completion(model=model, prompt='text', max_tokens=2)
    trace = Hunch.Trace.new(model)
    model_completer = Hunch.ModelCompleter.new(settings)
    raw = GLib.Bytes.new(b'some text')
    target = os.path.join(folder, 'target.gguf')

    objects = {
        'ActionProvider': modules.dup_provider(), 'Candidate': GObject.new(Hunch.Candidate), 'Catalogue': Hunch.Catalogue.new(), 'CatalogueEntry': entry,
        'Completer': completer, 'Completion': completion, 'DeviceItem': GObject.new(Hunch.DeviceItem), 'DeviceList': GObject.new(Hunch.DeviceList),
        'FileInfo': Hunch.FileInfo.new(GGUF), 'Host': host, 'Model': model, 'ModelCompleter': model_completer, 'Module': module, 'ModuleDb': modules,
        'Pull': Hunch.Pull.new(entry), 'Query': Hunch.Query.new('prefix', 'suffix'), 'Reply': Hunch.Reply.new('reply'), 'Result': completion.run(None),
        'Settings': settings, 'Suggester': Hunch.Suggester.new(host, completer, settings), 'Tokenizer': tokenizer, 'Trace': trace,
    }
    # By name; what takes nothing needs no line here. A function of the object, or of nothing for what is no method.
    calls = {
        'ActionProvider.create_actions': lambda it: it.create_actions(host, completer, settings),
        'Catalogue.find_model': lambda it: it.find_model(GGUF),
        'Catalogue.lookup': lambda it: it.lookup('smollm2-135m'),
        'Completer.complete_async': lambda it: wait(lambda f: it.complete_async(objects["Query"], None, f), it.complete_finish),
        'Completer.complete_finish': lambda it: None,
        'Completion.new': lambda: Hunch.Completion.new(model),
        'Completion.run': lambda it: it.run(None),
        'Completion.run_async': lambda it: wait(lambda f: it.run_async(None, f), it.run_finish),
        'Completion.run_finish': lambda it: None,
        'Completion.set_context': lambda it: it.set_context('name.c', ['text', 'more']),
        'Completion.set_given': lambda it: (it.set_given('text'), it.set_given(None)),
        'Completion.set_prompt': lambda it: it.set_prompt('text'),
        'Completion.set_prompt_bytes': lambda it: it.set_prompt_bytes(raw),
        'Completion.set_prompt_ids': lambda it: it.set_prompt_ids([1, 2, 3]),
        'Completion.set_stops': lambda it: it.set_stops(['one', 'two']),
        'Completion.set_suffix': lambda it: it.set_suffix('text'),
        'Completion.set_suffix_bytes': lambda it: it.set_suffix_bytes(raw),
        'DeviceList.new': lambda: refused(lambda: Hunch.DeviceList.new(None)),
        'DeviceList.new_async': lambda: refused(lambda: wait(lambda f: Hunch.DeviceList.new_async(None, f), Hunch.DeviceList.new_finish)),
        'DeviceList.new_finish': lambda: None,
        'FileInfo.new': lambda: Hunch.FileInfo.new(GGUF),
        'FileInfo.new_async': lambda: wait(lambda f: Hunch.FileInfo.new_async(GGUF, None, f), Hunch.FileInfo.new_finish),
        'FileInfo.new_finish': lambda: None,
        'FileInfo.get_cache_bytes': lambda it: it.get_cache_bytes(128),
        'FileInfo.get_key': lambda it: it.get_key(1),
        'FileInfo.get_tensor_bytes': lambda it: it.get_tensor_bytes(1),
        'FileInfo.get_tensor_name': lambda it: it.get_tensor_name(1),
        'FileInfo.get_tensor_shape': lambda it: it.get_tensor_shape(1),
        'FileInfo.get_tensor_type': lambda it: it.get_tensor_type(1),
        'FileInfo.get_value': lambda it: it.get_value(1),
        'FileInfo.lookup': lambda it: it.lookup('general.architecture'),
        'Host.changed': lambda it: it.changed(False),
        'Host.dup_text_after': lambda it: Hunch.Host.dup_text_after(it, 5, 100),
        'Host.dup_text_before': lambda it: Hunch.Host.dup_text_before(it, 5, 100),
        'Host.insert': lambda it: Hunch.Host.insert(it, 'x'),
        'Host.show_explanation': lambda it: Hunch.Host.show_explanation(it, 'x'),
        'Host.show_suggestion': lambda it: Hunch.Host.show_suggestion(it, 'x'),
        'Model.new': lambda: Hunch.Model.new('ok', None),
        'Model.load': lambda it: it.load(None),
        'Model.load_async': lambda it: wait(lambda f: it.load_async(None, f), it.load_finish),
        'Model.load_finish': lambda it: None,
        'Model.score': lambda it: it.score([1, 2, 3], None),
        'Model.score_async': lambda it: wait(lambda f: it.score_async([1, 2, 3], None, f), it.score_finish),
        'Model.score_finish': lambda it: None,
        'Model.unload': lambda it: (it.unload(), it.load(None)),
        'Model.unload_async': lambda it: (wait(lambda f: it.unload_async(None, f), it.unload_finish), it.load(None)),
        'Model.unload_finish': lambda it: None,
        'ModelCompleter.new': lambda: Hunch.ModelCompleter.new(settings),
        'ModuleDb.new': lambda: Hunch.ModuleDb.new(modules.get_search_path()),
        'ModuleDb.is_inhibited': lambda it: it.is_inhibited(module),
        'ModuleDb.lookup': lambda it: it.lookup('hunch'),
        'ModuleDb.set_inhibited': lambda it: it.set_inhibited(['other']),
        'Pull.new': lambda: Hunch.Pull.new(entry),
        'Query.new': lambda: Hunch.Query.new('prefix', 'suffix'),
        'Query.emit_text': lambda it: it.emit_text('text'),
        'Reply.new': lambda: Hunch.Reply.new('reply'),
        'Suggester.new': lambda: Hunch.Suggester.new(host, completer, settings),
        'Suggester.accept': lambda it: it.accept(Hunch.AcceptPart.ALL),
        'Suggester.complete': lambda it: (it.complete(), GLib.MainContext.default().iteration(False)),
        'Tokenizer.new_for_path': lambda: Hunch.Tokenizer.new_for_path(VOCABULARY),
        'Tokenizer.new_for_path_async': lambda: wait(lambda f: Hunch.Tokenizer.new_for_path_async(VOCABULARY, None, f), Hunch.Tokenizer.new_for_path_finish),
        'Tokenizer.new_for_path_finish': lambda: None,
        'Tokenizer.decode': lambda it: it.decode(ids, 0),
        'Tokenizer.decode_bytes': lambda it: it.decode_bytes(ids, 0),
        'Tokenizer.encode': lambda it: it.encode('some text', 0),
        'Tokenizer.encode_bytes': lambda it: it.encode_bytes(raw, 0, None),
        'Tokenizer.encode_bytes_async': lambda it: wait(lambda f: it.encode_bytes_async(raw, 0, None, f), it.encode_bytes_finish),
        'Tokenizer.encode_bytes_finish': lambda it: None,
        'Tokenizer.get_piece': lambda it: it.get_piece(5),
        'Tokenizer.lookup': lambda it: it.lookup('a'),
        'Trace.new': lambda: Hunch.Trace.new(model),
        'Trace.add_ablation': lambda it: (it.add_ablation('attn.0'), it.clear_ablations()),
        'Trace.set_patch_bytes': lambda it: it.set_patch_bytes(raw),
        'Trace.set_points': lambda it: it.set_points(None, 0, 1),
        'Trace.set_prompt_bytes': lambda it: it.set_prompt_bytes(raw),
        'Trace.set_prompt_ids': lambda it: it.set_prompt_ids([1, 2, 3]),
        'Trace.set_tensor_func': lambda it: it.set_tensor_func(lambda *a: True),
        'check_version': lambda: Hunch.check_version(0, 1, 0),
        'convert': lambda: Hunch.convert(GGUF, target, 'F16', True, None),
        'convert_async': lambda: wait(lambda f: Hunch.convert_async(GGUF, target, 'F16', True, lambda *a: None, (), None, f), Hunch.convert_finish),
        'convert_finish': lambda: None,
        'text_offsets': lambda: Hunch.text_offsets('some text', 3),
    }
    slow = {'convert', 'convert_async', 'Tokenizer.new_for_path', 'Tokenizer.new_for_path_async', 'Model.unload_async', 'Model.unload', 'Completion.run', 'Completion.run_async',
            'ModuleDb.new', 'ModuleDb.refresh', 'ActionProvider.create_actions', 'Model.score', 'Model.score_async', 'FileInfo.new', 'FileInfo.new_async', 'Suggester.new'}
    for name, kind, function, element in introspected():
        path = name + '.' + function if name else function
        if path in EXCUSED or name in OF_A_DEVICE:
            continue
        it = objects.get(name)
        if name and it is None:
            print('no object for ' + path, flush=True)
            continue
        if kind == 'property':
            if not GObject.type_is_a(GObject.type_from_name('Hunch' + name), GObject.TYPE_INTERFACE):
                def call(it=it, function=function, writable=element.get('writable') == '1' and element.get('construct-only') != '1'):
                    value = it.get_property(function)
                    if writable:
                        it.set_property(function, value)
            path += ' (property)'
        elif path in calls:
            call = calls[path] if kind != 'method' else lambda call=calls[path], it=it: call(it)
        elif n_arguments(element) > 0:
            print('no arguments for ' + path, flush=True)
            continue
        else:
            of_what = (getattr(Hunch, name) if kind != 'method' else it) if name else Hunch
            call = getattr(of_what, function)
        try:
            for _ in range(max(1, ROUNDS // 20) if path in slow else ROUNDS):
                call()
        except Exception as error:
            print('%s: %s: %s' % (path, type(error).__name__, error), flush=True)
            continue
        print('called ' + path, flush=True)
    host.closing()
    shutil.rmtree(folder)
    gc.collect()


def frames(error):
    return [(f.findtext('fn') or '?', os.path.basename(f.findtext('obj') or '')) for f in error.find('stack').findall('frame')]


def judge(report):
    """Problems that valgrind saw."""
    for error in tree.parse(report).getroot().iter('error'):
        kind, stack = error.findtext('kind'), frames(error)
        if kind.startswith('Leak_'):
            blocks = int(error.findtext('xwhat/leakedblocks'))
            of_hunch = any(fn.startswith('hunch_') or obj.startswith('libhunch') for fn, obj in stack)
            if not of_hunch or blocks < ROUNDS // 20:
                continue
            what = '%d blocks leaked' % blocks
        elif kind in ('InvalidRead', 'InvalidWrite', 'InvalidFree', 'MismatchedFree', 'InvalidJump'):
            what = error.findtext('what')
        else:
            continue
        yield what + ' in ' + ' < '.join(fn for fn, _ in stack[:14])


def main():
    if shutil.which('valgrind') is None:
        print('1..0 # SKIP valgrind is not installed')
        return
    if not os.path.exists(os.path.join(BUILD, 'Hunch-1.0.typelib')):
        print('1..0 # SKIP built without introspection')
        return
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, 'report.xml')
        modules = os.path.join(folder, 'modules')
        os.mkdir(modules)
        shutil.copy(os.path.join(BUILD, '.libs', 'hunch.so'), modules)
        env = dict(os.environ, GI_TYPELIB_PATH=BUILD, LD_LIBRARY_PATH=os.path.join(BUILD, 'tests', 'ownership', '.libs'), PYTHONMALLOC='malloc', G_SLICE='always-malloc',
                   GSETTINGS_BACKEND='memory', HUNCH_TEST_MODULE=os.path.join(modules, 'hunch.so'), HUNCH_MODEL_DIR=folder, XDG_DATA_HOME=folder)
        done = subprocess.run(['valgrind', '--quiet', '--xml=yes', '--xml-file=' + report, '--leak-check=full', '--show-leak-kinds=definite,indirect', '--num-callers=40',
                               '--undef-value-errors=no', '/usr/bin/python3', os.path.abspath(__file__), 'inside'],
                              env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=3600)
        print('1..3')
        lines = done.stdout.splitlines()
        called = [line[len('called '):] for line in lines if line.startswith('called ')]
        rest = [line for line in lines if not line.startswith('called ')]
        print('%s 1 - all %d are called and take what they are given' % ('ok' if not rest and done.returncode == 0 else 'not ok', len(called)))
        for line in rest:
            print('# ' + line)
        wanted = [(name + '.' + function if name else function) + (' (property)' if kind == 'property' else '')
                  for name, kind, function, _ in introspected() if name not in OF_A_DEVICE]
        left_out = [w for w in wanted if w not in called and w not in EXCUSED and 'no arguments for ' + w not in rest]
        print('%s 2 - nothing is left out but what is excused' % ('ok' if not left_out else 'not ok'))
        for line in left_out:
            print('# ' + line)
        problems = list(judge(report)) if os.path.exists(report) else ['no report']
        print('%s 3 - nothing is leaked, and nothing is used after it went' % ('ok' if not problems else 'not ok'))
        for line in problems:
            print('# ' + line)


if sys.argv[1:] == ['inside']:
    call_all()
else:
    main()
