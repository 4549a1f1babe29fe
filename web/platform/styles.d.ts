declare module '*.css';
declare module '*.css?inline' {
  /** The stylesheet, with the addresses that the build gave to what it names. */
  const text: string;
  export default text;
}

/** The address of a worker's file, as the build writes it. */
declare module '*?worker&url' {
  const address: string;
  export default address;
}
