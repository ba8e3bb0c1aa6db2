# genext: python2
"""Modules of RPython's own JIT that its test files import beside `LLJitMixin`. That JIT is not here: the names let the files be
imported, and a test that uses one of them is told so."""
import sys
from types import ModuleType
from rpython.rtyper._placeholders import Placeholder
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.rclass import OBJECT


class _Names(object):
    """The operations of RPython's JIT: objects that stand for nothing."""

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return Placeholder(name)


_MODULES = {
    'backend.llgraph.runner': 'LLGraphCPU',
    'backend.llsupport.codemap': '',
    'backend.llsupport.descr': 'ArrayDescr FieldDescr CallDescr',
    'backend.llsupport.symbolic': 'WORD SIZEOF_FLOAT SIZEOF_INT',
    'backend.llsupport.vector_ext': 'VectorExt',
    'backend.model': 'AbstractCPU',
    'backend.test.support': 'BaseCompiledMixin CCompiledMixin',
    'codewriter.assembler': 'JitCode Assembler',
    'codewriter.codewriter': 'CodeWriter',
    'codewriter.heaptracker': '',
    'codewriter.jitcode': 'JitCode',
    'codewriter.longlong': 'getfloatstorage getrealfloat ZEROF',
    'codewriter.support': 'annotate',
    'metainterp.blackhole': 'BlackholeInterpBuilder BlackholeInterpreter convert_and_run_from_pyjitpl',
    'metainterp.compile': 'compile_loop compile_tmp_callback ResumeGuardDescr ResumeAtPositionDescr',
    'metainterp.counter': 'DeterministicJitCounter JitCounter',
    'metainterp.executor': '_execute_arglist execute execute_varargs wrap_constant',
    'metainterp.heapcache': 'HeapCache',
    'metainterp.history': 'AbstractDescr AbstractFailDescr BasicFailDescr BasicFinalDescr Const ConstFloat ConstInt '
                          'ConstPtr FloatFrontendOp History IntFrontendOp JitCellToken RefFrontendOp Stats '
                          'SwitchToBlackhole TreeLoop TargetToken getkind CONST_NULL',
    'metainterp.jitexc': 'ContinueRunningNormally DoneWithThisFrameVoid',
    'metainterp.jitprof': 'EmptyProfiler Profiler BaseProfiler',
    'metainterp.logger': 'Logger LogOperations',
    'metainterp.memmgr': 'MemoryManager',
    'metainterp.opencoder': 'Snapshot TopSnapshot Trace untag',
    'metainterp.optimize': 'InvalidLoop',
    'metainterp.optimizeopt': '',
    'metainterp.optimizeopt.bridgeopt': 'deserialize_optimizer_knowledge serialize_optimizer_knowledge',
    'metainterp.optimizeopt.info': 'InstancePtrInfo',
    'metainterp.optimizeopt.optimizer': 'Optimizer',
    'metainterp.optimizeopt.test': '',
    'metainterp.optimizeopt.test.test_util': 'BaseTest',
    'metainterp.optimizeopt.util': 'equaloplists',
    'metainterp.pyjitpl': 'MetaInterp MetaInterpStaticData',
    'metainterp.quasiimmut': 'QuasiImmut get_current_qmut_instance',
    'metainterp.resoperation': 'AbstractResOp InputArgFloat InputArgInt InputArgRef ResOperation',
    'metainterp.resume': 'AbstractResumeDataReader AbstractVirtualInfo NumberingState ResumeDataBoxReader '
                         'ResumeDataDirectReader ResumeDataLoopMemo ResumeDataVirtualAdder TagOverflow '
                         'VArrayInfoNotClear VStrConcatInfo VStrPlainInfo VStrSliceInfo VStructInfo VUniConcatInfo '
                         'VUniPlainInfo VUniSliceInfo VirtualInfo annlowlevel capture_resumedata '
                         'tag tagged_eq tagged_list_eq untag',
    'metainterp.resumecode': 'NULL_NUMBER Reader Writer create_numbering unpack_numbering',
    'metainterp.test.strategies': '',
    'metainterp.typesystem': 'llhelper',
    'metainterp.virtualizable': 'TOKEN_NONE',
    'metainterp.virtualref': 'VirtualRefInfo',
    'metainterp.warmstate': 'BaseJitCell WarmEnterState equal_whatever hash_whatever specialize_value '
                            'unspecialize_value unwrap wrap',
    'tool': '',
    'tool.oparser': 'convert_loop_to_trace parse pure_parse',
}
# Modules of the library that are not there otherwise, and names of others.
_LIBRARY = {
    '_pytest.monkeypatch': 'monkeypatch',
    'rpython.rlib.jit_hooks': '',
    'rpython.rlib.rawstorage': 'alloc_raw_storage raw_storage_setitem free_raw_storage raw_storage_getitem',
    'rpython.rlib.rgc': 'resizable_list_supporting_raw_ptr ll_for_resizable_list',
    'rpython.rlib.rjitlog.rjitlog': 'JitLogger',
    'rpython.rlib.rthread': 'ThreadLocalField',
    'rpython.rlib.jit_libffi': 'CIF_DESCRIPTION FFI_TYPE_PP jit_ffi_call jit_ffi_prep_cif types',
    'rpython.rlib.clibffi': '',
    'rpython.rlib.rgil': '',
    'rpython.rtyper.annlowlevel': 'cast_instance_to_gcref cast_gcref_to_instance',
    'rpython.rtyper.test.test_llop': 'BaseLLOpTest str_gc_load',
}
# What is computed with while a file is imported.
_VALUES = {
    'codewriter.heaptracker': {'set_testing_vtable_for_gcstruct': lambda *args: None},
    'codewriter.longlong': {'is_64_bit': True, 'is_longlong': lambda TYPE: False},
    'metainterp.history': {'INT': 'i', 'REF': 'r', 'FLOAT': 'f'},
    'metainterp.opencoder': {'TAGBOX': 3, 'TAGINT': 0},
    'metainterp.optimizeopt': {'ALL_OPTS_DICT': dict.fromkeys(['intbounds', 'unroll']), 'ALL_OPTS_NAMES': 'intbounds:unroll'},
    'metainterp.resoperation': {'opclasses': [], 'opname': {}, 'rop': _Names()},
    'metainterp.resume': dict.fromkeys('INT NULLREF PENDINGFIELDSP REF TAGBOX TAGCONST TAGINT TAGVIRTUAL TAG_CONST_OFFSET '
                                       'UNASSIGNED UNASSIGNEDVIRTUAL'.split(), 0),
}


class _Meta(type):
    def __getattr__(cls, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return Placeholder('%s.%s' % (cls.__name__, name))


class _Class(object):
    """Test files make objects and sub-classes of RPython's classes while they are imported, which are of no use."""
    __metaclass__ = _Meta

    def __init__(self, *args, **kwds):
        pass

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        raise NotImplementedError("%s is part of RPython's own JIT" % type(self).__name__)


class LLtypeMixin(object):
    """Types that test files share."""
    NODE = lltype.GcForwardReference()
    NODE.become(lltype.GcStruct('NODE', ('parent', OBJECT), ('value', lltype.Signed), ('next', lltype.Ptr(NODE))))
    NODE2 = lltype.GcStruct('NODE2', ('parent', NODE), ('other', lltype.Ptr(NODE)))
    cpu = Placeholder('cpu')


def _strategy(*args, **kwds):
    """Generated operations of RPython's JIT."""
    from hypothesis import strategies
    return strategies.none()


_VALUES['metainterp.optimizeopt.test.test_util'] = {'LLtypeMixin': LLtypeMixin}
_VALUES['metainterp.pyjitpl'] = {'_warmrunnerdesc': Placeholder('_warmrunnerdesc')}
_VALUES['metainterp.resume']['get_VirtualCache_class'] = lambda name: _Class
_VALUES['metainterp.test.strategies'] = {'intconsts': _strategy(), 'lists_of_operations': _strategy}


def _made(name):
    if name[0].isupper() and not name.isupper():
        return type(name, (_Class,), {})
    return Placeholder(name)


def _module(name):
    """The module of this name: the one that is there, or a new one."""
    try:
        __import__(name)
        return sys.modules[name]
    except ImportError:
        module = ModuleType(name)
        module.__path__ = []
        sys.modules[name] = module
        parent, _, last = name.rpartition('.')
        if parent:
            setattr(_module(parent), last, module)
        return module


def install():
    wanted = dict([('rpython.jit.' + name, names) for name, names in _MODULES.items()])
    wanted.update(_LIBRARY)
    for name in sorted(wanted):
        module = sys.modules.get(name) or _module(name)
        for attribute in wanted[name].split():
            if not hasattr(module, attribute):
                setattr(module, attribute, _made(attribute))
    for name, values in _VALUES.items():
        for attribute, value in values.items():
            setattr(sys.modules['rpython.jit.' + name], attribute, value)


install()
