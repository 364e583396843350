package io.koordbridge.frame.reference;

import io.dropwizard.util.DataSize;
import io.dropwizard.util.DataSizeUnit;
import io.dropwizard.util.Duration;
import io.dropwizard.validation.MaxDataSize;
import io.dropwizard.validation.MaxDuration;
import io.dropwizard.validation.MinDataSize;
import io.dropwizard.validation.MinDuration;
import io.dropwizard.validation.OneOf;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Pattern;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** What a field may hold, in words. */
final class Constraints {

    private Constraints() {}

    static String words(AnnotatedElement field) {
        Optional<String> lowest = of(field, Min.class, one -> String.valueOf(one.value()))
                .or(() -> of(field, DecimalMin.class, DecimalMin::value))
                .or(() -> of(field, MinDuration.class, one -> duration(one.value(), one.unit())))
                .or(() -> of(field, MinDataSize.class, one -> size(one.value(), one.unit())));
        Optional<String> highest = of(field, Max.class, one -> String.valueOf(one.value()))
                .or(() -> of(field, DecimalMax.class, DecimalMax::value))
                .or(() -> of(field, MaxDuration.class, one -> duration(one.value(), one.unit())))
                .or(() -> of(field, MaxDataSize.class, one -> size(one.value(), one.unit())));
        List<String> words = new ArrayList<>();
        if (lowest.isPresent() && highest.isPresent()) {
            words.add(lowest.get() + ".." + highest.get());
        } else {
            lowest.ifPresent(bound -> words.add(">= " + bound));
            highest.ifPresent(bound -> words.add("<= " + bound));
        }
        of(field, OneOf.class, one -> String.join(", ", one.value())).ifPresent(words::add);
        of(field, Pattern.class, one -> one.regexp().replace("|", ", ")).ifPresent(words::add);
        of(field, NotEmpty.class, one -> "not empty").ifPresent(words::add);
        return String.join("; ", words);
    }

    private static String duration(long value, TimeUnit unit) {
        return UnitFormatter.of(Duration.milliseconds(unit.toMillis(value)));
    }

    private static String size(long value, DataSizeUnit unit) {
        return UnitFormatter.of(DataSize.parse(value + unit.name()));
    }

    private static <A extends Annotation> Optional<String> of(
            AnnotatedElement field, Class<A> type, Function<A, String> words) {
        return Optional.ofNullable(field.getAnnotation(type)).map(words);
    }
}
