import { Home } from './Home.tsx';

/** The same component, so that the search box keeps its focus and its text when the first letters change the address. */
export const Browse = Home;
