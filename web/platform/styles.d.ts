declare module '*.css';
declare module '*.css?inline' {
  /** Text of the stylesheet, with the URLs that the build gave to its assets. */
  const text: string;
  export default text;
}

/** URL of a worker's file, as the build writes it. */
declare module '*?worker&url' {
  const address: string;
  export default address;
}
