declare module "virtual:kozyr-cards" {
  /** The folder of each deck's faces, `/assets/cards-…`, without a slash at its end. */
  const places: Readonly<Record<"two" | "four", string>>;
  export default places;
}
