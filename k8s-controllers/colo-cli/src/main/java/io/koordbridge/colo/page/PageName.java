package io.koordbridge.colo.page;

import io.koordbridge.colo.answer.Component;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Processes that have a page, by their names. */
final class PageName implements ITypeConverter<Component>, Iterable<String> {
    private static final List<Component> PAGES =
            List.of(Component.OPERATOR, Component.MANAGER, Component.DESCHEDULER, Component.SCHEDULER);

    @Override
    public Component convert(String name) {
        return PAGES.stream()
                .filter(each -> each.process().equals(name))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException(
                        "'" + name + "' has no page; " + String.join(", ", this) + " have one"));
    }

    @Override
    public Iterator<String> iterator() {
        return PAGES.stream().map(Component::process).iterator();
    }
}
