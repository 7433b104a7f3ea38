import { useTranslation } from 'react-i18next';
import { paths } from '#paths.ts';
import { useOverlay } from '#player/ui/menu/panel-context.ts';
import { settingsPath } from '#player/ui/menu/settings-pages.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { SOURCE_PAGE } from './source-pages.ts';

/** Where nothing plays: to another source, if there are some to choose from, and home. */
export function ErrorActions({ hasSources = true }: { readonly hasSources?: boolean }) {
  const { t } = useTranslation();
  const overlay = useOverlay();
  return (
    <>
      {overlay && hasSources && (
        <Button kind="quiet" onClick={() => overlay.open(settingsPath(SOURCE_PAGE))}>
          {t(($) => $.watch.sources.toList)}
        </Button>
      )}
      <ButtonLink to={paths.home} kind="quiet">
        {t(($) => $.watch.home)}
      </ButtonLink>
    </>
  );
}
