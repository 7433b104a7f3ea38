import { describe, expect, test } from 'vitest';
import { addressesByTrust, parseConfig } from './config.ts';

describe('the options of sources', () => {
  test('read add-ons from http and stremio links', () => {
    const { STREMIO_ADDONS } = parseConfig({
      STREMIO_ADDONS: 'stremio://a.test/key/manifest.json, https://b.test/',
    });
    expect(STREMIO_ADDONS).toEqual([
      'https://a.test/key/manifest.json',
      'https://b.test/manifest.json',
    ]);
  });

  test('never repeat an add-on’s address, which may hold a key', () => {
    const reading = () => parseConfig({ STREMIO_ADDONS: 'https://a.test/x ftp://secret.test/key' });
    expect(reading).toThrow('STREMIO_ADDONS must be manifest URLs');
    expect(reading).not.toThrow('secret.test');
  });

  test('set the time limits of single sources', () => {
    const { SOURCE_SECONDS } = parseConfig({ SOURCE_SECONDS: 'jellyfin=20, peertube=5' });
    expect(SOURCE_SECONDS).toEqual({ jellyfin: 20, peertube: 5 });
  });

  test.each(['jellyfin', 'jellyfin=0', 'jellyfin=31', 'jellyfin=soon', '=5'])(
    '%s is not a valid time limit',
    (entry) => {
      expect(() => parseConfig({ SOURCE_SECONDS: entry })).toThrow(
        'SOURCE_SECONDS must be id=seconds pairs, separated by commas, at most 30 seconds.',
      );
    },
  );

  test('accept host names and addresses as instances', () => {
    const config = parseConfig({ PEERTUBE_INSTANCES: 'video.test http://10.0.0.5:9000/' });
    expect(config.PEERTUBE_INSTANCES).toEqual(['https://video.test', 'http://10.0.0.5:9000']);
    expect(() => parseConfig({ PEERTUBE_INSTANCES: 'ftp://video.test' })).toThrow('PEERTUBE_INST');
  });

  test('accept private addresses that the operator names', () => {
    const addresses = addressesByTrust(
      parseConfig({
        PEERTUBE_INSTANCES: 'http://10.0.0.5:9000',
        STREMIO_ADDONS: 'http://10.0.0.6:7000/manifest.json',
        MANIFEST: 'http://10.0.0.7/films.json',
      }),
    );
    expect(addresses.public.map(({ host }) => host)).toContain('10.0.0.5:9000');
    expect(addresses.named.map(({ host }) => host)).toEqual(['10.0.0.6:7000']);
    expect(addresses.own.map(({ host }) => host)).toEqual(['10.0.0.7']);
    expect(addressesByTrust(parseConfig({ MANIFEST: './films.json' })).own).toEqual([]);
  });
});
