import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseGreeting, greetingText } from './greeting.ts';
import styles from './Greeting.module.css';

export function Greeting() {
  const { t } = useTranslation();
  const [choice] = useState(() => chooseGreeting(new Date(), Math.random));
  const texts = t(($) => $.home.titles[choice.slot], { returnObjects: true });
  return <h1 className={styles.greeting}>{greetingText(choice, texts)}</h1>;
}
