import { createRoot } from 'react-dom/client';
import { App } from '#app/App.tsx';
import { boot } from '#app/boot.ts';
import { startRouter } from '#app/router.tsx';
import '@fontsource-variable/inter/wght.css';
import '#styles/reset.css';
import '#styles/themes/default.css';
import '#styles/tokens.css';
import '#styles/base.css';

boot();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root"');
createRoot(root).render(<App router={startRouter()} />);
