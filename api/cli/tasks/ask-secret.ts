const [backspace, del, enter, newline, end] = [8, 127, 13, 10, 4];

/** Reads a hidden line from the terminal, or all of stdin if there is no terminal. */
export async function askSecret(question: string): Promise<string> {
  if (!Deno.stdin.isTerminal()) return await new Response(Deno.stdin.readable).text();
  Deno.stderr.writeSync(new TextEncoder().encode(`${question} `));
  // Ctrl-C still ends the command.
  Deno.stdin.setRaw(true, { cbreak: true });
  const typed: number[] = [];
  const bytes = new Uint8Array(1024);
  try {
    for (;;) {
      const count = Deno.stdin.readSync(bytes) ?? 0;
      for (const byte of bytes.subarray(0, count)) {
        if (byte === enter || byte === newline || byte === end) {
          return new TextDecoder().decode(Uint8Array.from(typed));
        }
        if (byte === backspace || byte === del) typed.pop();
        else typed.push(byte);
      }
      if (count === 0) return new TextDecoder().decode(Uint8Array.from(typed));
    }
  } finally {
    Deno.stdin.setRaw(false);
    Deno.stderr.writeSync(new TextEncoder().encode("\n"));
  }
}
