/** Libraries that pages load, as files of webjars: name of a file in, resource of the class path out. */
@NullMarked
package io.koordbridge.page.library;

import org.jspecify.annotations.NullMarked;
