package io.koordbridge.frame.reference;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says which keys a map of the configuration may have. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface KnownKeys {

    /** An enumeration. */
    Class<? extends KnownKey> value();
}
