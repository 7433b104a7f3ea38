/** The arguments of a command line whose values have no spaces. */
export const splitArguments = (line: string): readonly string[] => line.split(' ');
