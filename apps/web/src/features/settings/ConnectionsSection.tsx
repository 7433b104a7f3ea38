import { config } from '#config.ts';
import { AddonsCard } from './AddonsCard.tsx';
import { Section } from './Section.tsx';
import { ProxiesCard } from './ProxiesCard.tsx';
import { ServerCard } from './ServerCard.tsx';
import { SetupStatusCard } from './SetupStatusCard.tsx';

export function ConnectionsSection() {
  return (
    <Section name="connection">
      <SetupStatusCard />
      <ProxiesCard />
      {config.ALLOW_USER_ADDONS && <AddonsCard />}
      <ServerCard />
    </Section>
  );
}
