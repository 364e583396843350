package io.koordbridge.frame;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.guava.GuavaModule;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.fasterxml.jackson.module.paramnames.ParameterNamesModule;
import io.dropwizard.jackson.AnnotationSensitivePropertyNamingStrategy;
import io.dropwizard.jackson.FuzzyEnumModule;
import io.dropwizard.jackson.GuavaExtrasModule;
import io.dropwizard.jackson.Jackson;

/**
 * Dropwizard's mapper without the module that generates code for each field: a process reads one configuration and answers few
 * requests, so that the code costs more than it saves.
 */
final class PlainMapper {

    private PlainMapper() {}

    static ObjectMapper create() {
        ObjectMapper mapper = Jackson.newMinimalObjectMapper();
        mapper.registerModules(
                new GuavaModule(),
                new GuavaExtrasModule(),
                new FuzzyEnumModule(),
                new ParameterNamesModule(),
                new Jdk8Module(),
                new JavaTimeModule());
        mapper.setPropertyNamingStrategy(new AnnotationSensitivePropertyNamingStrategy());
        return mapper;
    }
}
