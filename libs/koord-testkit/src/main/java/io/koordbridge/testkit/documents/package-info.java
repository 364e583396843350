/**
 * Odd inputs of wire documents. Input: none. Output: texts that a test gives to the process under test, whose effect it compares with what
 * the one reader of the document says; product design 3.28.
 */
@NullMarked
package io.koordbridge.testkit.documents;

import org.jspecify.annotations.NullMarked;
