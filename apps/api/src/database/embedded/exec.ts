import { spawn } from 'node:child_process';
import path from 'node:path';
import type { OsUser } from './os-user.ts';

export interface ExecOptions {
  readonly osUser?: OsUser | undefined;
  readonly cwd?: string;
  /** An open file for the program's standard input. */
  readonly stdin?: number;
}

/** Sets the C locale, because PostgreSQL's messages are parsed and depend on the locale. */
export const plainLocale = (): NodeJS.ProcessEnv => ({ ...process.env, LC_ALL: 'C', LANG: 'C' });

/** Runs a program and returns its output. On failure, the output becomes the error message. */
export function execProgram(
  program: string,
  args: readonly string[],
  { osUser, cwd = '/', stdin }: ExecOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...osUser,
      cwd,
      env: plainLocale(),
      stdio: [stdin ?? 'ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve(printed);
      else {
        const how = `${path.basename(program)} ended with ${code ?? signal}`;
        reject(new Error(`${how}: ${printed.trim()}`));
      }
    });
  });
}
