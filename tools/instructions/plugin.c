/* Counts the instructions that a program executes under qemu-user, and on AArch64 the products of
   words among them (`mul`, `madd` and `umulh`). It prints both when the program ends.

     cc -shared -fPIC -o plugin.so plugin.c
     qemu-aarch64 -plugin ./plugin.so PROGRAM

   Distributions ship no header for plugins, so what is used of version 1 of that interface is
   declared here. */
#include <stdint.h>
#include <stddef.h>
#include <stdio.h>

typedef uint64_t id;
struct block;
struct instruction;
void qemu_plugin_register_vcpu_tb_trans_cb(id, void (*)(id, struct block *));
size_t qemu_plugin_tb_n_insns(const struct block *);
struct instruction *qemu_plugin_tb_get_insn(const struct block *, size_t);
const void *qemu_plugin_insn_data(const struct instruction *);
void qemu_plugin_register_vcpu_tb_exec_inline(struct block *, int, void *, uint64_t);
void qemu_plugin_register_atexit_cb(id, void (*)(id, void *), void *);

int qemu_plugin_version = 1;

/* What an execution of a block adds a number to. */
enum { ADD = 0 };
static uint64_t all, products;

static int is_product(uint32_t code) {
  return (code & 0xffe08000) == 0x9b000000 || (code & 0xffe0fc00) == 0x9bc07c00;
}

static void translated(id self, struct block *block) {
  (void)self;
  size_t length = qemu_plugin_tb_n_insns(block);
  uint64_t found = 0;
  for (size_t i = 0; i < length; i++)
    found += is_product(*(const uint32_t *)qemu_plugin_insn_data(qemu_plugin_tb_get_insn(block, i)));
  qemu_plugin_register_vcpu_tb_exec_inline(block, ADD, &all, length);
  qemu_plugin_register_vcpu_tb_exec_inline(block, ADD, &products, found);
}

static void ended(id self, void *unused) {
  (void)self, (void)unused;
  fprintf(stderr, "%llu %llu\n", (unsigned long long)all, (unsigned long long)products);
}

int qemu_plugin_install(id self, const void *machine, int count, char **arguments) {
  (void)machine, (void)count, (void)arguments;
  qemu_plugin_register_vcpu_tb_trans_cb(self, translated);
  qemu_plugin_register_atexit_cb(self, ended, NULL);
  return 0;
}
