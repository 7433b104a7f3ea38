// Prisma's schema engine as WebAssembly: the code of its native engine, from an npm package.
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { connectorTo } from './adapter.mjs';

/** The engine stores the message of a panic here just before it traps. */
const lastPanic = {
  words: '',
  set_message(words) {
    this.words = words;
  },
};
globalThis.PRISMA_WASM_PANIC_REGISTRY = lastPanic;

export const panicWords = () => lastPanic.words;

async function loadEngine() {
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const script = createRequire(import.meta.url).resolve(
    '@prisma/schema-engine-wasm/schema_engine_bg',
  );
  const bytes = fs.readFileSync(script.replace(/_bg\.js$/, '_bg.wasm'));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
    './schema_engine_bg.js': glue,
  });
  glue.__wbg_set_wasm(exports);
  exports.__wbindgen_start();
  return glue.SchemaEngine;
}

/**
 * @param {{ url: string, shadowUrl?: string, datamodels?: [string, string][] }} options
 */
export async function openEngine({ url, shadowUrl, datamodels }) {
  const SchemaEngine = await loadEngine();
  const connector = connectorTo(url, shadowUrl);
  const factory = bindMigrationAwareSqlAdapterFactory(connector);
  const debug = () => undefined;
  try {
    const engine = await SchemaEngine.new({ datamodels }, debug, factory);
    const close = async () => {
      engine.free();
      await connector.close();
    };
    return { engine, errors: factory.errorRegistry, close };
  } catch (error) {
    await connector.close();
    throw error;
  }
}
