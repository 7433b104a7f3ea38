// Renders the parts of a Helm chart that charts/matinee uses: values, `if`, `with`, and a few functions. Helm itself is
// in no package registry that the tests use. Anything else in a template is an error here.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { z } from 'zod';

const Values = z.record(z.string(), z.unknown());
type Values = z.infer<typeof Values>;

interface Scope {
  readonly dot: unknown;
  readonly root: Values;
}

/** The documents of a chart. `values` replace its defaults, group by group. */
export function renderChart(folder: string, release: string, values: Values): readonly unknown[] {
  const defaults = Values.parse(parse(readFileSync(path.join(folder, 'values.yaml'), 'utf8')));
  const root = { Values: merged(defaults, values), Release: { Name: release } };
  const files = globSync('templates/*.yaml', { cwd: folder }).toSorted();
  return files.flatMap((file) => {
    const text = render(readFileSync(path.join(folder, file), 'utf8'), { dot: root, root });
    return parseAllDocuments(text).flatMap((document) => {
      if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.join()}`);
      const content: unknown = document.toJS();
      return content === null ? [] : [content];
    });
  });
}

function merged(defaults: Values, values: Values): Values {
  const entries = Object.entries(values).map(([name, value]) => {
    const [before, after] = [defaults[name], value].map((each) => Values.safeParse(each).data);
    return [name, before && after ? merged(before, after) : value];
  });
  return { ...defaults, ...Object.fromEntries(entries) };
}

const ACTION = /(\s*\{\{-|\{\{)\s*(.*?)\s*(?:-\}\}\s*|\}\})/gs;

/** Renders up to the `end` of a block. Also reads blocks that are left out. */
function render(text: string, scope: Scope): string {
  const stack: { isShown: boolean; readonly dot: unknown }[] = [{ isShown: true, dot: scope.dot }];
  let output = '';
  let at = 0;
  for (const action of text.matchAll(ACTION)) {
    const [all, , code = ''] = action;
    const current = stack.at(-1);
    if (!current) throw new Error('An end has no beginning');
    if (current.isShown) output += text.slice(at, action.index);
    at = action.index + all.length;
    const [, block, condition = ''] = /^(if|with) (.*)$/.exec(code) ?? [];
    if (block !== undefined) {
      const value = current.isShown ? evaluate(condition, { ...scope, dot: current.dot }) : false;
      stack.push({ isShown: isTrue(value), dot: block === 'with' ? value : current.dot });
    } else if (code === 'end') stack.pop();
    else if (current.isShown) output += print(evaluate(code, { ...scope, dot: current.dot }));
  }
  if (stack.length !== 1) throw new Error('A block has no end');
  return output + text.slice(at);
}

const print = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const isTrue = (value: unknown): boolean =>
  !!value && (typeof value !== 'object' || Object.keys(value).length > 0);

/** Evaluates `a b | c d`: each result is the last argument of the next function. */
function evaluate(code: string, scope: Scope): unknown {
  const [first = '', ...rest] = code.split(' | ');
  return rest.reduce<unknown>(
    (value, call) => callFunction(call, [value], scope),
    /^[.$"]/.test(first) ? valueOf(first, scope) : callFunction(first, [], scope),
  );
}

function callFunction(call: string, piped: readonly unknown[], scope: Scope): unknown {
  const [name = '', ...words] = call.match(/"[^"]*"|\S+/g) ?? [];
  const values = [...words.map((word) => valueOf(word, scope)), ...piped];
  const last = values.at(-1);
  switch (name) {
    case 'not':
      return !isTrue(last);
    case 'quote':
      return JSON.stringify(print(last));
    case 'toYaml':
      return stringify(last).trimEnd();
    case 'nindent':
      return `\n${print(last).replaceAll(/^/gm, ' '.repeat(Number(values[0])))}`;
    case 'required':
      if (isTrue(last)) return last;
      throw new Error(print(values[0]));
    default:
      throw new Error(`Unknown function: ${name}`);
  }
}

function valueOf(word: string, { dot, root }: Scope): unknown {
  if (/^\d+$/.test(word)) return Number(word);
  if (word.startsWith('"')) return word.slice(1, -1);
  const [start, ...names] = word.split('.');
  if (start !== '' && start !== '$') throw new Error(`Unknown word: ${word}`);
  return names
    .filter((name) => name !== '')
    .reduce<unknown>(
      (value, name) => {
        const fields = Values.parse(value);
        if (!(name in fields)) throw new Error(`There is no ${word}`);
        return fields[name];
      },
      start === '$' ? root : dot,
    );
}
