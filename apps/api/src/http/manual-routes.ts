// Serves the manual of this version. Links to it work without another server.
import { getManualPage } from '@matinee/shared/contract/manual';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Marked } from 'marked';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { notFound } from './api-error.ts';
import { pageHeaders, printPolicy } from './page-policy.ts';
import { route } from './route.ts';

export interface ManualOptions {
  /** The folder with the manual's Markdown files. */
  readonly folder: string;
  readonly publicUrl: string | undefined;
}

const POLICY = printPolicy([
  ['default-src', ["'none'"]],
  ['style-src', ["'unsafe-inline'"]],
  ['img-src', ["'self'"]],
  ['base-uri', ["'none'"]],
  ['form-action', ["'none'"]],
  ['frame-ancestors', ["'none'"]],
]);

const STYLE = `:root { color-scheme: light dark; }
body { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 6rem; font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: break-word; }
h1, h2, h3 { line-height: 1.25; margin-top: 2em; }
h1 { margin-top: 0; }
:target { background: color-mix(in srgb, Highlight 25%, transparent); }
pre, table { display: block; overflow-x: auto; }
pre { padding: 0.75rem; border: 1px solid GrayText; border-radius: 0.5rem; }
table { border-collapse: collapse; }
th, td { padding: 0.3rem 0.6rem; border: 1px solid GrayText; text-align: start; vertical-align: top; overflow-wrap: normal; }
code { font-size: 0.9em; }`;

const NAME = /^[a-z]+$/;

/** Converts a heading to an anchor by GitHub's rule, which links between pages depend on. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      const content = this.parser.parseInline(tokens);
      return `<h${depth} id="${anchorOf(text)}">${content}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      const target = /^(?:([a-z]+)\.md)?(#[\w-]+)?$/.exec(href);
      if (target) return `<a href="${target[1] ?? ''}${target[2] ?? ''}">${text}</a>`;
      // A server doesn't have the repository's other files.
      if (!URL.canParse(href)) return text;
      return `<a href="${encodeURI(href)}" rel="noreferrer">${text}</a>`;
    },
  },
});

export function manualRoutes({ folder, publicUrl }: ManualOptions): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...route(getManualPage),
      handler: async (request, reply) => {
        const { page } = request.params;
        const text = NAME.test(page)
          ? await readFile(path.join(folder, `${page}.md`), 'utf8').catch(() => undefined)
          : undefined;
        if (text === undefined) throw notFound('The manual has no such page.');
        return reply
          .headers({
            ...pageHeaders(request, publicUrl),
            'content-security-policy': POLICY,
            'cache-control': 'no-cache',
          })
          .type('text/html; charset=utf-8')
          .send(await documentOf(text));
      },
    });
  };
}

async function documentOf(text: string): Promise<string> {
  const title = /^# (.*)$/m.exec(text)?.[1] ?? '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Matinee</title>
<link rel="icon" href="/favicon.svg">
<style>${STYLE}</style>
</head>
<body>
<main>
${await marked.parse(text)}
</main>
</body>
</html>
`;
}
