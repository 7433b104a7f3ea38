/**
 * Lets a browser search this site from its address bar. `origin` is a public origin of this server.
 */
export function openSearch(origin: string): string {
  const address = origin.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>Matinee</ShortName>
  <Description>Films and series</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="192" height="192" type="image/png">${address}/icon-192.png</Image>
  <Url type="text/html" method="get" template="${address}/browse/{searchTerms}" />
</OpenSearchDescription>
`;
}
