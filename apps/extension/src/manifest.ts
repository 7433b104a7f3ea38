export type Browser = 'chromium' | 'firefox';

export const browsers: readonly Browser[] = ['chromium', 'firefox'];

/** The extension manifest. Host access is optional and granted by the user. */
export function manifestFor(browser: Browser, version: string): object {
  return {
    manifest_version: 3,
    name: '__MSG_name__',
    description: '__MSG_description__',
    default_locale: 'en',
    version,
    icons: icons([16, 32, 48, 128]),
    // Needs host permission for page and target, but shows no warning at installation.
    permissions: [
      'activeTab',
      'declarativeNetRequestWithHostAccess',
      'storage',
      // Shows redirects and cookies of the extension's requests; cannot change or block requests.
      'webRequest',
      ...(browser === 'firefox' ? ['dns'] : []),
    ],
    optional_host_permissions: ['<all_urls>'],
    background:
      browser === 'firefox'
        ? { scripts: ['background.js'], type: 'module' }
        : { service_worker: 'background.js', type: 'module' },
    content_scripts: [
      { matches: ['http://*/*', 'https://*/*'], js: ['content.js'], run_at: 'document_start' },
    ],
    action: { default_popup: 'popup.html', default_icon: icons([16, 32]) },
    ...(browser === 'firefox' ? { browser_specific_settings: { gecko: GECKO } } : CHROMIUM),
  };
}

const GECKO = {
  id: '{8d0f3c1e-52c4-4b7a-9d7e-3f0a6b1c9e42}',
  strict_min_version: '128.0',
  data_collection_permissions: { required: ['none'] },
};

const CHROMIUM = { minimum_chrome_version: '116' };

function icons(sizes: readonly number[]): Record<string, string> {
  return Object.fromEntries(sizes.map((size) => [size, `icons/icon-${size}.png`]));
}
