/* fiber_switch.S - the switch between stacks: callee-saved registers only.
   Invariant: a suspended stack holds the frame that fiber_switch pushed, and its saved stack pointer points at it.
   MXCSR and the x87 control word are not saved: no generated code changes them.

   void fiber_switch(void **save_sp, void *load_sp);
   void *fiber_call_on_stack(void **save_sp, void *stack, void *(*call)(void *), void *argument); */
    .text
#if defined(__x86_64__)
    .globl fiber_switch
    .hidden fiber_switch
    .type fiber_switch, @function
    .p2align 5
fiber_switch:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    popq %rcx           /* pop and jump, not ret: the return-stack predictor would miss at every switch */
    jmp *%rcx
    .size fiber_switch, . - fiber_switch

    .globl fiber_entry
    .hidden fiber_entry
    .type fiber_entry, @function
fiber_entry:            /* r12 = function, r13 = argument, planted by fiber_plant */
    .cfi_startproc
    .cfi_undefined rip  /* backtraces stop here */
    movq %r13, %rdi
    xorl %ebp, %ebp
    callq *%r12
    ud2                 /* the function switches away for good, it never returns */
    .cfi_endproc
    .size fiber_entry, . - fiber_entry

    .globl fiber_call_on_stack
    .hidden fiber_call_on_stack
    .type fiber_call_on_stack, @function
    .p2align 5
fiber_call_on_stack:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)   /* published as suspended: a collection sees the whole stack */
    movq %rsp, %rbx
    movq %rsi, %rsp
    andq $-16, %rsp
    movq %rcx, %rdi
    callq *%rdx
    movq %rbx, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .size fiber_call_on_stack, . - fiber_call_on_stack

#elif defined(__aarch64__)
    .macro SAVE_CALLEE_SAVED
    sub sp, sp, #160
    stp x19, x20, [sp, #0]
    stp x21, x22, [sp, #16]
    stp x23, x24, [sp, #32]
    stp x25, x26, [sp, #48]
    stp x27, x28, [sp, #64]
    stp x29, x30, [sp, #80]
    stp d8,  d9,  [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    .endm

    .globl fiber_switch
    .hidden fiber_switch
    .type fiber_switch, %function
    .p2align 5
fiber_switch:
    SAVE_CALLEE_SAVED
    mov x9, sp
    str x9, [x0]
    mov sp, x1
    ldp x19, x20, [sp, #0]
    ldp x21, x22, [sp, #16]
    ldp x23, x24, [sp, #32]
    ldp x25, x26, [sp, #48]
    ldp x27, x28, [sp, #64]
    ldp x29, x30, [sp, #80]
    ldp d8,  d9,  [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    add sp, sp, #160
    br x30
    .size fiber_switch, . - fiber_switch

    .globl fiber_entry
    .hidden fiber_entry
    .type fiber_entry, %function
fiber_entry:            /* x19 = function, x20 = argument, planted by fiber_plant */
    .cfi_startproc
    .cfi_undefined x30
    mov x0, x20
    mov x29, xzr
    mov x30, xzr
    blr x19
    brk #1
    .cfi_endproc
    .size fiber_entry, . - fiber_entry

    .globl fiber_call_on_stack
    .hidden fiber_call_on_stack
    .type fiber_call_on_stack, %function
    .p2align 5
fiber_call_on_stack:
    SAVE_CALLEE_SAVED
    mov x19, sp
    str x19, [x0]
    and x1, x1, #-16
    mov sp, x1
    mov x0, x3
    blr x2
    mov sp, x19
    ldp x19, x20, [sp, #0]
    ldp x29, x30, [sp, #80]
    add sp, sp, #160
    ret
    .size fiber_call_on_stack, . - fiber_call_on_stack
#endif
    .section .note.GNU-stack, "", %progbits
