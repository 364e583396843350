/**
 * Words of documents, comments and messages. Input: the pages and main sources of all modules. Output: the marker phrases of CONTRIBUTING
 * stay within 0.5 per 1,000 words. Trigger: a change of either.
 */
package io.koordbridge.it.words;
