/**
 * Pages of docs against the code. Input: the pages and the main sources. Output: what a page quotes exists, and what the code has of its kind is
 * on the page. Trigger: a change of either.
 */
package io.koordbridge.it.docs;
