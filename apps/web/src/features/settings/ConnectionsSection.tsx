import { config } from '#config.ts';
import { OwnAddonsCard } from './OwnAddonsCard.tsx';
import { Section } from './Section.tsx';
import { ProxiesCard } from './ProxiesCard.tsx';
import { ServerCard } from './ServerCard.tsx';
import { SetupCard } from './SetupCard.tsx';

export function ConnectionsSection() {
  return (
    <Section name="connection">
      <SetupCard />
      <ProxiesCard />
      {config.ALLOW_USER_ADDONS && <OwnAddonsCard />}
      <ServerCard />
    </Section>
  );
}
