/** First day that forms and changes of a campaign's flight accept: earlier ones are slips, such as 0026 for 2026. */
export const FIRST_DAY = "2000-01-01";
