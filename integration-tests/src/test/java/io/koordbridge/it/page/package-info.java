/** The operator's page in a real browser: numbers equal the API's, every state is shown, failures are said. */
package io.koordbridge.it.page;
