#ifndef PHONOLITH_CSDL_H
#define PHONOLITH_CSDL_H

#include <SDL2/SDL.h>
#include <SDL2/SDL_syswm.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

// SDL's flags and positions are macros with casts, which Swift does not import.

static inline Uint32 phonolith_sdl_video(void) { return SDL_INIT_VIDEO; }
static inline int phonolith_sdl_centered(void) { return SDL_WINDOWPOS_CENTERED; }

/// Whether a renderer that has just been made is OpenGL without a graphics card, by Mesa's names of such: then SDL's own
/// software is faster, and loads no compiler.
static inline bool phonolith_imitates_graphics_card(SDL_Renderer *renderer)
{
    SDL_RendererInfo info;
    if (SDL_GetRendererInfo(renderer, &info) != 0 || strncmp(info.name, "opengl", 6) != 0) return false;
    const unsigned char *(*get_string)(unsigned) =
        (const unsigned char *(*)(unsigned))SDL_GL_GetProcAddress("glGetString");
    const unsigned gl_renderer = 0x1F01;
    const char *name = get_string ? (const char *)get_string(gl_renderer) : NULL;
    return name && (strstr(name, "llvmpipe") || strstr(name, "softpipe") || strstr(name, "Software"));
}

/// Xlib calls it when the connection to the display is lost.
typedef void (*phonolith_display_loss)(void);

#ifdef SDL_VIDEO_DRIVER_X11
static int phonolith_ignore_loss(Display *display) { (void)display; return 0; }

typedef int (*phonolith_error_handler)(Display *, XErrorEvent *);

/// Where the handler before ours is kept. Swift emits no variables of a header, but functions with theirs.
static phonolith_error_handler *phonolith_usual_error_handler(void)
{
    static phonolith_error_handler usual;
    return &usual;
}

static int phonolith_pass_over_closed_window(Display *display, XErrorEvent *error)
{
    // The handler before ours may be SDL's, which passes errors on to that before its own: to ours, if there was a window
    // before this one.
    static bool is_passed_on;
    const phonolith_error_handler usual = *phonolith_usual_error_handler();
    if (error->error_code == BadWindow || !usual || is_passed_on) return 0;
    is_passed_on = true;
    const int result = usual(display, error);
    is_passed_on = false;
    return result;
}

static void phonolith_report_loss(Display *display, void *data)
{
    (void)display;
    ((phonolith_display_loss)data)();
}
#endif

/// Whether a window manager looks after a window, by the property that the standard has it set (Extended Window Manager Hints,
/// `_NET_SUPPORTING_WM_CHECK`). Always on displays other than X11.
static inline bool phonolith_has_window_manager(SDL_Window *window)
{
#ifdef SDL_VIDEO_DRIVER_X11
    SDL_SysWMinfo info;
    SDL_VERSION(&info.version);
    if (!SDL_GetWindowWMInfo(window, &info) || info.subsystem != SDL_SYSWM_X11) return true;
    void *library = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
    if (!library) return true;
    Atom (*intern)(Display *, const char *, Bool) =
        (Atom (*)(Display *, const char *, Bool))dlsym(library, "XInternAtom");
    int (*get)(Display *, Window, Atom, long, long, Bool, Atom, Atom *, int *, unsigned long *, unsigned long *,
        unsigned char **) = (int (*)(Display *, Window, Atom, long, long, Bool, Atom, Atom *, int *, unsigned long *,
        unsigned long *, unsigned char **))dlsym(library, "XGetWindowProperty");
    int (*release)(void *) = (int (*)(void *))dlsym(library, "XFree");
    if (!intern || !get || !release) return true;
    Display *display = info.info.x11.display;
    const Atom property = intern(display, "_NET_SUPPORTING_WM_CHECK", True);
    if (property == None) return false;
    Atom type = None;
    int format = 0;
    unsigned long count = 0, rest = 0;
    unsigned char *value = NULL;
    const int result = get(display, DefaultRootWindow(display), property, 0, 1, False, AnyPropertyType, &type, &format,
        &count, &rest, &value);
    if (value) release(value);
    return result == Success && type != None;
#else
    (void)window;
    return true;
#endif
}

/// Has a handler called when the display of a window goes away. Xlib would print lines and end the process; it does so
/// still if the handler returns, and with an Xlib before 1.7. Does nothing on displays other than X11. SDL has opened the
/// library at run time, so it is asked for there.
///
/// Also passes over requests about a window that was closed meanwhile: SDL wakes its thread by an event to the window, over
/// a connection of its own, and Xlib would end the process.
static inline void phonolith_on_display_loss(SDL_Window *window, phonolith_display_loss handler)
{
#ifdef SDL_VIDEO_DRIVER_X11
    SDL_SysWMinfo info;
    SDL_VERSION(&info.version);
    if (!SDL_GetWindowWMInfo(window, &info) || info.subsystem != SDL_SYSWM_X11) return;
    void *library = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
    if (!library) return;
    void (*set_exit)(Display *, void (*)(Display *, void *), void *) =
        (void (*)(Display *, void (*)(Display *, void *), void *))dlsym(
            library, "XSetIOErrorExitHandler");
    void (*set_report)(int (*)(Display *)) =
        (void (*)(int (*)(Display *)))dlsym(library, "XSetIOErrorHandler");
    phonolith_error_handler (*set_error)(phonolith_error_handler) =
        (phonolith_error_handler (*)(phonolith_error_handler))dlsym(library, "XSetErrorHandler");
    if (set_error) {
        const phonolith_error_handler usual = set_error(phonolith_pass_over_closed_window);
        if (usual != phonolith_pass_over_closed_window) *phonolith_usual_error_handler() = usual;
    }
    if (!set_exit || !set_report) return;
    set_report(phonolith_ignore_loss);
    set_exit(info.info.x11.display, phonolith_report_loss, (void *)handler);
#else
    (void)window, (void)handler;
#endif
}

#endif
