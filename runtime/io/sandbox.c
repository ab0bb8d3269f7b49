/* sandbox.c - a seccomp filter and a Landlock rule set.
   Invariant: what is refused is refused with EPERM or EACCES, never by killing: a library that asks in vain goes on. */
#include "io/sandbox.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/* System calls that no part of a server's work needs. */
static const uint32_t refused_calls[] = {
    SYS_execve,        SYS_execveat,      SYS_ptrace,        SYS_process_vm_readv, SYS_process_vm_writev,
    SYS_mount,         SYS_umount2,       SYS_pivot_root,    SYS_chroot,           SYS_unshare,
    SYS_setns,         SYS_init_module,   SYS_finit_module,  SYS_delete_module,    SYS_kexec_load,
    SYS_reboot,        SYS_swapon,        SYS_swapoff,       SYS_bpf,              SYS_perf_event_open,
    SYS_userfaultfd,   SYS_keyctl,        SYS_add_key,       SYS_request_key,      SYS_setuid,
    SYS_setgid,        SYS_setreuid,      SYS_setregid,      SYS_setresuid,        SYS_setresgid,
    SYS_setgroups,     SYS_acct,          SYS_settimeofday,  SYS_clock_settime,    SYS_sethostname,
    SYS_setdomainname, SYS_open_by_handle_at, SYS_personality,
};

enum { REFUSED = sizeof refused_calls / sizeof refused_calls[0], HEAD = 4, LENGTH = HEAD + REFUSED + 2 };

/* Loads the architecture and the number; a foreign architecture, and every listed number, jumps to the refusal. */
static bool install_filter(void)
{
    struct sock_filter code[LENGTH];
    int at = 0;
    code[at++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
    code[at++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 0, REFUSED + 3);
    code[at++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    code[at++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, REFUSED + 1, 0); /* x32 */
    for (int i = 0; i < REFUSED; i++) {
        uint8_t to_refusal = (uint8_t)(REFUSED - i);
        code[at++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, refused_calls[i], to_refusal, 0);
    }
    code[at++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    code[at++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
    struct sock_fprog program = {.len = (unsigned short)at, .filter = code};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

/* Handles the rights to write, and grants none of them anywhere. */
static bool install_landlock(void)
{
    struct landlock_ruleset_attr rights = {
        .handled_access_fs = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                             LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR |
                             LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                             LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM};
    int rules = (int)syscall(SYS_landlock_create_ruleset, &rights, sizeof rights, 0);
    if (rules < 0)
        return false;
    bool ok = syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    close(rules);
    return ok;
}

bool sandbox_enter(void)
{
#if defined(__SANITIZE_ADDRESS__)
    return false; /* the leak checker traces its own process */
#endif
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return false;
    bool has_landlock = install_landlock();
    bool has_filter = install_filter();
    return has_landlock || has_filter;
}
