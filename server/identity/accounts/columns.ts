/**
 * Builds the expression of the domain of the address in a column, like `domainOfAddress`: all behind the last @, with A
 * to Z in lower case. An index has this expression.
 */
export const domainOf = (column: string) => `lower(substring(${column} from '[^@]*$') collate "C")`;
