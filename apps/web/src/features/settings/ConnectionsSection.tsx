import { Section } from './Section.tsx';
import { ProxiesCard } from './ProxiesCard.tsx';
import { ServerCard } from './ServerCard.tsx';

export function ConnectionsSection() {
  return (
    <Section name="connection">
      <ProxiesCard />
      <ServerCard />
    </Section>
  );
}
