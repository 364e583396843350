/** What is seen from outside while the story runs: API objects, ResourceManager, kernel files. */
@NullMarked
package io.koordbridge.quickstart.observe;

import org.jspecify.annotations.NullMarked;
