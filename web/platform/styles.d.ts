declare module '*.css';
declare module '*.css?inline' {
  /** The stylesheet, with the addresses that the build gave to what it names. */
  const text: string;
  export default text;
}
